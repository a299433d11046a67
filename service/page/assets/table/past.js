// What was looked at of the past: it never changes, so it is asked for once.

const MOST = 60; // answers; pictures are large

export class Past {
  constructor() {
    this.answers = new Map();
  }

  /** The answer under this name, which `ask` gets unless it is at hand. A failure is not remembered. */
  recall(name, ask) {
    const known = this.answers.get(name);
    if (known) return known;
    const answer = ask();
    this.answers.set(name, answer);
    answer.catch(() => this.answers.delete(name));
    if (this.answers.size > MOST) this.answers.delete(this.answers.keys().next().value);
    return answer;
  }
}
