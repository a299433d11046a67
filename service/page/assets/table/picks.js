// How a person picks one of many legal commands: by a thing on the table, by a set of things, by what is paid.
// Pure functions of the menu; nothing here knows a board, a rule or a command by name.

const listed = new WeakMap(); // by menu: a tap asks for them many times, and a menu never changes

/** All choices of the menu, each with its group. */
export function choices(menu) {
  if (!menu?.moves) return [];
  if (!listed.has(menu)) listed.set(menu, menu.moves.flatMap((group) => group.entries.map((entry) => ({ group, entry }))));
  return listed.get(menu);
}

/** The choices about a thing: `about(menu, "route", "paris--brest")`. */
export function about(menu, kind, id) {
  return choices(menu).filter(({ entry }) => entry.about[kind]?.includes(id));
}

/** The ids of a kind that some choice is about. */
export function idsOf(menu, kind) {
  return new Set(choices(menu).flatMap(({ entry }) => entry.about[kind] ?? []));
}

/** The choices of one type, such as those that a pile on the table stands for. */
export function ofType(menu, type) {
  return choices(menu).filter(({ group }) => group.type === type);
}

/** Whether a group is one choice that is called like the group. */
export function isPlain({ title, entries }) {
  return entries.length === 1 && entries[0].title === title;
}

/** Whether a choice only brings cards: it costs nothing, and those who do not want to be asked are not. */
export function isFree({ group }) {
  return ["draw_card", "take_card"].includes(group.type);
}

/** Whether cards may be taken: then the map and the cards on the table show what can be done. */
export function isOnTable(menu) {
  return !menu?.moves?.length || ofType(menu, "draw_card").length + ofType(menu, "take_card").length > 0;
}

/**
 * A group whose choices are sets of the same kind of things, such as the tickets to keep: its items are ticked one by
 * one. Null if the choices of the group are picked each for itself.
 */
export function asSet(group) {
  const kinds = new Set(group.entries.flatMap((entry) => Object.keys(entry.about)));
  const [kind] = kinds;
  const several = group.entries.some((entry) => entry.about[kind]?.length > 1);
  const paid = group.entries.some((entry) => entry.ways.length > 1 || entry.ways[0].text);
  const twice = group.entries.some(({ about: ids }) => new Set(ids[kind]).size !== (ids[kind] ?? []).length); // no set
  if (kinds.size !== 1 || !several || paid || twice || kind === "route" || kind === "card") return null;
  const items = [...new Set(group.entries.flatMap((entry) => entry.about[kind] ?? []))];
  const sizes = group.entries.map((entry) => (entry.about[kind] ?? []).length);
  const unlike = new Set(group.entries.map((entry) => [...(entry.about[kind] ?? [])].sort().join(" ")));
  if (unlike.size !== group.entries.length) return null;
  return { kind, items, least: Math.min(...sizes), most: Math.max(...sizes) };
}

/** The choice of a group that is about exactly these things, in any order. */
export function exactly(group, kind, ids) {
  const wanted = [...ids].sort().join(" ");
  return group.entries.find((entry) => [...(entry.about[kind] ?? [])].sort().join(" ") === wanted) ?? null;
}

/** How often each card is in a payment, in the order of the board's cards. */
export function counted(cards, order) {
  const counts = new Map(order.map((card) => [card, 0]));
  cards.forEach((card) => counts.set(card, (counts.get(card) ?? 0) + 1));
  return [...counts].filter(([, count]) => count > 0);
}

/** The cards that a command lays: the only list of cards among its fields. */
export function cardsOf(command, cards) {
  const lists = Object.values(command).filter((value) => Array.isArray(value));
  return lists.find((list) => list.length && list.every((card) => cards.includes(card))) ?? [];
}

/**
 * The ways to pay, in two steps: first with which cards besides jokers, then with how many jokers. The cheapest in
 * jokers comes first.
 */
export function payments(ways, cards, joker) {
  const groups = new Map();
  for (const way of ways) {
    const laid = counted(cardsOf(way.command, cards), cards);
    const colours = laid.filter(([card]) => card !== joker).map(([card]) => card);
    if (!colours.length) colours.push(joker);
    const key = colours.join(" ");
    const jokers = laid.find(([card]) => card === joker)?.[1] ?? 0;
    if (!groups.has(key)) groups.set(key, { colours, ways: [] });
    groups.get(key).ways.push({ way, laid, jokers });
  }
  for (const group of groups.values()) group.ways.sort((one, other) => one.jokers - other.jokers);
  return [...groups.values()].sort((one, other) => one.ways[0].jokers - other.ways[0].jokers);
}
