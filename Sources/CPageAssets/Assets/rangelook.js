import { completeLook } from "./livestate.js";

// The notes and values of the chosen range, which the lists show instead of the current ones.
export class RangeLook {
  static delay = 150; // milliseconds for which a range must rest

  constructor({ act, changed }) {
    Object.assign(this, { act, changed });
    this.range = null;
    this.found = null;
  }

  choose(range) {
    this.range = range;
    clearTimeout(this.waiting);
    if (range) this.waiting = setTimeout(() => this.load(), RangeLook.delay);
    else this.found = null;
  }

  async load() {
    const { range } = this;
    if (!range) return;
    const reply = await this.act("look", range, { isQuiet: true });
    if (range !== this.range || reply.error) return;
    this.found = completeLook(reply);
    this.changed();
  }

  // Returns what the lists show: the state, or what was found in the range.
  of(state) {
    return this.range ? (this.found ?? { held: [], values: [] }) : state;
  }
}
