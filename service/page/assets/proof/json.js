// JSON as it is hashed: keys in order, no white space, and numbers exactly as they were written.

/** A number that JavaScript would write otherwise than the file does, such as 10.0 or one beyond 2^53. */
class Written {
  constructor(text) {
    this.text = text;
  }
}

const TOKEN = /\s*([{}[\]:,]|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/** Parses a text without changing a number of it. */
export function parse(text) {
  TOKEN.lastIndex = 0;
  const next = () => {
    const match = TOKEN.exec(text);
    if (!match) throw new SyntaxError("this is not JSON");
    return match[1];
  };
  const read = (token) => {
    if (token === "{") return object();
    if (token === "[") return list();
    if (/^[-\d]/.test(token)) return String(Number(token)) === token ? Number(token) : new Written(token);
    return JSON.parse(token);
  };
  const list = () => {
    const items = [];
    for (let token = next(); token !== "]"; token = next()) if (token !== ",") items.push(read(token));
    return items;
  };
  const object = () => {
    const entries = [];
    for (let token = next(); token !== "}"; token = next()) {
      if (token === ",") continue;
      next(); // the colon
      entries.push([JSON.parse(token), read(next())]);
    }
    return Object.fromEntries(entries);
  };
  return read(next());
}

export function canonical(value) {
  if (value instanceof Written) return value.text;
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort(byCodePoint);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

/** As Python sorts texts: by code points, where JavaScript compares halves of them. */
function byCodePoint(one, other) {
  const [a, b] = [Array.from(one), Array.from(other)];
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const difference = a[at].codePointAt(0) - b[at].codePointAt(0);
    if (difference) return difference;
  }
  return a.length - b.length;
}
