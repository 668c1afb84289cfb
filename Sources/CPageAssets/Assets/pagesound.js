import { Synth } from "./synth.js";

// The sound of the page itself, for a machine without a synth: it plays the notes of the inputs, including
// the notes of pages.
export class PageSound {
  static most = 64; // notes that sound at once
  static shortest = 0.06; // seconds of a note that ended before the page knew it
  static latest = 1000000; // microseconds after which a new note isn't played, because it is the past
  static mostHeard = 1000; // notes of a playback, and notes that are scheduled at once

  constructor({ changed, make = () => new Synth() }) {
    Object.assign(this, { changed, make });
    this.isOn = false;
    this.ends = new Map(); // a name of a note → the function that ends it
    this.known = 0; // the highest number of a note that came in
    this.count = 0; // of scheduled notes
  }

  // A browser starts the sound with the first click or key.
  async resume() {
    if (this.isOn) await this.synth.context.resume();
  }

  set(isOn) {
    if (isOn) this.synth ??= this.make();
    else this.stopAll();
    this.isOn = isOn;
    if (isOn) this.synth.context.onstatechange = () => this.changed();
    this.resume();
    this.changed();
  }

  // Notes that are scheduled while the context stands still would all sound when it starts.
  get isReady() {
    return this.isOn && this.synth.context.state === "running";
  }

  start(name, { note, velocity, channel }) {
    this.end(name);
    if (!this.isReady) return;
    if (this.ends.size >= PageSound.most) this.end(this.ends.keys().next().value);
    this.ends.set(name, this.synth.play(note, velocity, channel - 1, this.synth.time));
    this.changed();
  }

  end(name) {
    const end = this.ends.get(name);
    if (!end) return;
    this.ends.delete(name);
    end(this.synth.time);
    this.changed();
  }

  stopAll() {
    this.ends.clear();
    this.synth?.stopAll();
    this.changed();
  }

  endAll(prefix) {
    for (const name of [...this.ends.keys()].filter((name) => name.startsWith(prefix))) this.end(name);
  }

  // Plays the notes of a message of the server. The first message has only the past.
  add({ isReset, notes }, now, isShown = () => true) {
    if (isReset) this.endAll("in ");
    const { known } = this;
    this.known = notes.reduce((highest, [id]) => Math.max(highest, id), isReset ? 0 : known);
    if (isReset) return;
    // A note that starts and ends in one message has two entries.
    const entries = new Map(notes.map((entry) => [entry[0], entry]));
    for (const [id, input, channel, note, velocity, start, end] of entries.values()) {
      const name = `in ${id}`;
      if (id <= known) {
        if (end !== null) this.end(name);
      } else if (this.isReady && isShown(input) && now - start < PageSound.latest) {
        if (end === null) this.start(name, { note, velocity, channel });
        else this.playShort({ note, velocity, channel }, (end - start) / 1000000);
      }
    }
  }

  playShort({ note, velocity, channel }, seconds) {
    const { time } = this.synth;
    this.synth.play(note, velocity, channel - 1, time, time + Math.max(PageSound.shortest, seconds));
  }

  // Plays a note later, for a time. Both times are in microseconds. The caller draws once for all notes.
  schedule(prefix, { note, velocity, channel }, wait, length) {
    if (!this.isReady || this.ends.size >= PageSound.mostHeard) return;
    this.count += 1;
    const name = `${prefix}${this.count}`;
    const start = this.synth.time + wait / 1000000;
    const end = start + Math.max(PageSound.shortest, length / 1000000);
    const endAt = this.synth.play(note, velocity, channel - 1, start, end);
    this.ends.set(name, endAt);
    setTimeout(() => {
      this.ends.delete(name);
      this.changed();
    }, (end - this.synth.time) * 1000);
  }

  // Plays notes as lists of onset, end, channel, note, and velocity, now.
  playList(notes) {
    for (const [onset, end, channel, note, velocity] of notes) {
      this.schedule("list ", { note, velocity, channel }, onset, end - onset);
    }
    this.changed();
  }

  // Plays notes of the time strip from the first on, and returns how many there are.
  playAgain(entries, { from, to }) {
    const chosen = entries.filter(({ start }) => start >= from && start < to)
      .sort((one, other) => one.start - other.start).slice(0, PageSound.mostHeard);
    if (!this.isReady || chosen.length === 0) return 0;
    this.synth.stopAll();
    const origin = this.synth.time + 0.05;
    for (const { note, velocity, channel, start, end } of chosen) {
      const at = (time) => origin + (time - chosen[0].start) / 1000000;
      this.synth.play(note, velocity, channel - 1, at(start), at(Math.min(end ?? to, to)));
    }
    return chosen.length;
  }
}
