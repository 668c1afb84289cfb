import { Synth } from "./synth.js";

// Plays the expected or the actual notes from the time cursor, which follows.
export class Playback {
  static ahead = 300000; // the microseconds that are scheduled at once
  static delay = 0.05; // the seconds before the first note

  // Describes itself to the checks in an element. The layers may change between two playbacks.
  constructor({ axis, cursor, layers, element }) {
    Object.assign(this, { axis, cursor, layers, element });
    this.synth = null;
    this.side = "actual";
    this.isPlaying = false;
    this.buttons = new Map(Object.keys(layers).map((side) => [side, document.getElementById(`play-${side}`)]));
    for (const [side, button] of this.buttons) {
      button.addEventListener("click", () => this.toggle(side));
      button.disabled = layers[side].count === 0;
    }
    this.show();
  }

  toggle(side = this.side) {
    const wasPlaying = this.isPlaying;
    const isOther = side !== this.side;
    this.stop();
    this.side = side;
    if ((!wasPlaying || isOther) && !this.buttons.get(side).disabled) this.start();
    this.show();
  }

  // Plays from the time cursor to the end.
  start() {
    const notes = this.layers[this.side];
    const from = this.cursor.time >= notes.end - 1000 ? Math.max(0, this.axis.from) : this.cursor.time;
    this.parts = [{ side: this.side, notes, from, to: notes.end, place: (time) => time }];
    this.startPart();
  }

  // Plays parts of takes one after another. A part has a side, notes, a time range, and a function that returns the place
  // of a time on the axis.
  playParts(parts) {
    this.stop();
    this.parts = parts.filter(({ from, to }) => to > from);
    if (this.parts.length > 0) this.startPart();
  }

  startPart() {
    this.synth ??= new Synth();
    this.synth.context.resume();
    this.part = this.parts.shift();
    this.side = this.part.side;
    const { notes, from } = this.part;
    this.origin = this.synth.time + Playback.delay;
    this.scheduled = from;
    this.isPlaying = true;
    this.show();
    const { onset, silence } = notes;
    // Notes that sound already are struck again.
    notes.forEach(from, from, (index) => {
      if (onset[index] < from && silence[index] > from) this.play(index);
    });
    this.step();
  }

  stop() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    cancelAnimationFrame(this.frame);
    this.synth.stopAll();
    this.show();
  }

  play(index) {
    const { notes, from, to } = this.part;
    const { number, velocity, channel, onset, silence } = notes;
    const at = (time) => this.origin + (time - from) / 1000000;
    this.synth.play(
      number[index], velocity[index], channel[index], Math.max(at(onset[index]), this.origin),
      at(Math.min(silence[index], to)));
  }

  // Schedules the next notes, and moves the cursor.
  step() {
    const { synth } = this;
    const { notes, from, to, place } = this.part;
    const now = from + Math.max(0, synth.time - this.origin) * 1000000;
    const until = Math.min(now + Playback.ahead, to);
    notes.forEach(this.scheduled, until, (index) => {
      const onset = notes.onset[index];
      if (onset >= this.scheduled && onset < until) this.play(index);
    });
    this.scheduled = Math.max(this.scheduled, until);
    this.cursor.move(place(Math.min(now, to)), true);
    this.element.dataset.level = synth.level.toFixed(4);
    if (now < to) this.frame = requestAnimationFrame(() => this.step());
    else if (this.parts.length > 0) this.startPart();
    else this.stop();
  }

  show() {
    for (const [side, button] of this.buttons) {
      const isOn = this.isPlaying && this.side === side;
      button.textContent = `${isOn ? "■" : "▶"} ${side === "expected" ? "Expected" : "Actual"}`;
      button.setAttribute("aria-label", isOn ? `Stop the ${side} take` : `Hear the ${side} take`);
    }
    this.element.dataset.playing = this.isPlaying ? this.side : "";
  }
}
