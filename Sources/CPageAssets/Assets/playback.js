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

  start() {
    this.synth ??= new Synth();
    this.synth.context.resume();
    this.notes = this.layers[this.side];
    this.from = this.cursor.time >= this.notes.end - 1000 ? Math.max(0, this.axis.from) : this.cursor.time;
    this.origin = this.synth.time + Playback.delay;
    this.scheduled = this.from;
    this.isPlaying = true;
    const { onset, silence } = this.notes;
    // Notes that sound already are struck again.
    this.notes.forEach(this.from, this.from, (index) => {
      if (onset[index] < this.from && silence[index] > this.from) this.play(index);
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
    const { number, velocity, channel, onset, silence, end } = this.notes;
    const at = (time) => this.origin + (time - this.from) / 1000000;
    this.synth.play(
      number[index], velocity[index], channel[index], Math.max(at(onset[index]), this.origin),
      at(Math.min(silence[index], end)));
  }

  // Schedules the next notes, and moves the cursor.
  step() {
    const { synth, notes } = this;
    const now = this.from + Math.max(0, synth.time - this.origin) * 1000000;
    const until = now + Playback.ahead;
    notes.forEach(this.scheduled, until, (index) => {
      const onset = notes.onset[index];
      if (onset >= this.scheduled && onset < until) this.play(index);
    });
    this.scheduled = Math.max(this.scheduled, until);
    this.cursor.move(now, true);
    this.element.dataset.level = synth.level.toFixed(4);
    if (now >= notes.end) this.stop();
    else this.frame = requestAnimationFrame(() => this.step());
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
