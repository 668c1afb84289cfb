import { lengthText } from "./clocktime.js";
import { Surface } from "./painting.js";
import { element, setAttribute, setHidden, setText } from "./parts.js";
import { rangeBetween, rangeText } from "./ranges.js";

export function fileName(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

// Returns the lowest pitch of a roll and the range of its pitches, at least an octave.
export function pitchRange(roll) {
  const pitches = roll.map(([, , pitch]) => pitch);
  const [lowest, highest] = [Math.min(1, ...pitches), Math.max(0, ...pitches)];
  const range = Math.max(12 / 127, highest - lowest);
  return { lowest: (lowest + highest - range) / 2, range };
}

// Paints the notes of a take, which have starts, lengths, and pitches from 0 to 1.
export function paintTake(surface, colors, roll) {
  if (!surface.fit()) return;
  const { context, width, height } = surface;
  surface.fill(colors["dark-row"]);
  context.fillStyle = colors.tint;
  const thick = Math.max(1.5, Math.min(4, height / 14));
  const { lowest, range } = pitchRange(roll);
  for (const [start, length, pitch] of roll) {
    const y = (1 - (pitch - lowest) / range) * (height - thick - 4) + 2;
    context.fillRect(start * width, y, Math.max(1, length * width), thick);
  }
}

// The chosen take: its notes, its replay, and a part that the user trims it to or creates a session from.
export class TakeDetail {
  static slop = 4; // a pointer that moved less has clicked
  static shortest = 1000; // the length of a part in microseconds

  // Output returns the output. Written is called with the file of a take that has a new name or is new, and renamed with
  // both names.
  constructor({ colors, act, say, makeSession, output, written, renamed }) {
    Object.assign(this, { colors, act, say, output, written, renamed });
    this.take = null;
    this.box = element("take-box");
    this.surface = new Surface(element("take-roll"));
    this.name = element("take-name");
    this.speed = element("speed");
    this.loop = element("loop");
    element("replay").addEventListener("click", () => this.toggle());
    for (const input of [this.speed, this.loop]) {
      input.addEventListener("change", () => {
        if (this.isPlaying) this.replay(this.position);
      });
    }
    element("rename").addEventListener("submit", (event) => {
      event.preventDefault();
      this.rename();
    });
    element("trim").addEventListener("click", () => this.trim());
    element("take-delete").addEventListener("click", () => this.remove());
    element("take-session").addEventListener("click", () => makeSession(this.take.file, this.part ?? this.whole));
    this.followPointer();
    this.box.addEventListener("keydown", (event) => this.press(event));
  }

  // Shows a take, or hides the detail.
  show(take) {
    this.take = take;
    this.part = null;
    this.start = 0; // of the next replay
    setHidden(element("take-detail"), !take);
    if (!take) return;
    this.name.value = fileName(take.file);
    setText(element("take-title"), fileName(take.file));
    setAttribute(element("take-title"), "title", take.file);
    this.drawPart();
    this.repaint();
  }

  repaint() {
    if (this.take) paintTake(this.surface, this.colors, this.take.roll);
  }

  get whole() {
    return { from: 0, to: Math.round(this.take.seconds * 1000000) };
  }

  get length() {
    return Math.max(1, this.whole.to);
  }

  get isPlaying() {
    return Boolean(this.take) && this.replaying?.file === this.take.file;
  }

  // The position in the take now, in microseconds.
  get position() {
    const { replaying } = this;
    if (!this.isPlaying) return this.start;
    const moved = replaying.position + (this.time - this.stateTime) * replaying.speed;
    return replaying.isLoop ? moved % Math.max(1, replaying.length) : Math.min(replaying.length, moved);
  }

  drawPart() {
    const { part, length } = this;
    const mark = element("take-range");
    setAttribute(element("trim"), "aria-disabled", String(!part));
    setText(element("take-part"), part ? `${rangeText(part)} chosen` : "");
    setHidden(mark, !part);
    if (!part) return;
    mark.style.left = `${(part.from / length) * 100}%`;
    mark.style.width = `${((part.to - part.from) / length) * 100}%`;
  }

  drawReplay(replaying, stateTime, time) {
    Object.assign(this, { replaying, stateTime, time });
    setText(element("replay"), this.isPlaying ? "■ Stop" : "▶ Replay");
    if (!this.take) return;
    this.drawSettings();
    const left = `${(Math.min(1, this.position / this.length) * 100).toFixed(2)}%`;
    const mark = element("take-position");
    if (mark.style.left !== left) mark.style.left = left;
    setText(element("take-time"), `${lengthText(this.position / 1000000)} / ${lengthText(this.take.seconds)}`);
  }

  // Shows the speed and the loop of a replay when it starts or changes, perhaps by another page.
  drawSettings() {
    const { speed, isLoop } = this.isPlaying ? this.replaying : {};
    const drawn = `${this.take.file} ${speed} ${isLoop}`;
    if (drawn === this.drawnSettings) return;
    this.drawnSettings = drawn;
    if (!this.isPlaying) return;
    this.speed.value = String(speed);
    this.loop.checked = isLoop;
  }

  toggle() {
    if (this.isPlaying) this.act("halt", {}, { text: "stopped the replay" });
    else this.replay(this.part?.from ?? this.start);
  }

  replay(from) {
    const { file } = this.take;
    const settings = { from: Math.round(from), speed: Number(this.speed.value), isLoop: this.loop.checked };
    const isMissing = this.output()?.isConnected === false;
    const text = `replaying ${fileName(file)}${isMissing ? "; the output is missing" : ""}`;
    this.act("replay", { file, ...settings }, { text });
  }

  async rename() {
    const { file } = this.take;
    const reply = await this.act("rename", { file, name: this.name.value.trim() }, { text: "renamed the take" });
    if (reply.error) {
      if (this.take?.file === file) this.name.value = fileName(file);
      return;
    }
    this.renamed(file, reply.file);
    this.written(reply.file);
  }

  async trim() {
    if (!this.part) {
      this.say("drag in the take to choose the part that stays", true);
      return;
    }
    const { file } = this.take;
    const reply = await this.act("trim", { file, ...this.part }, { text: "wrote the part as a take" });
    if (!reply.error) this.written(reply.file);
  }

  remove() {
    const { file } = this.take;
    this.act("deleteTake", { file }, { text: `deleted ${fileName(file)}` });
  }

  // A click sets the position, and a drag chooses a part.
  followPointer() {
    const { box } = this;
    let start = null;
    const timeAt = (event) => {
      const frame = box.getBoundingClientRect();
      return Math.min(1, Math.max(0, (event.clientX - frame.left) / frame.width)) * this.length;
    };
    const hasMoved = (event) => Math.abs(event.clientX - start.x) >= TakeDetail.slop;
    box.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      box.setPointerCapture(event.pointerId);
      start = { x: event.clientX, time: timeAt(event) };
    });
    box.addEventListener("pointermove", (event) => {
      if (start && hasMoved(event)) this.choosePart(start.time, timeAt(event));
    });
    box.addEventListener("pointerup", (event) => {
      if (start && !hasMoved(event)) this.seek(start.time);
      start = null;
    });
    box.addEventListener("pointercancel", () => {
      start = null;
    });
  }

  choosePart(first, second) {
    this.part = rangeBetween(first, second, TakeDetail.shortest);
    this.drawPart();
  }

  // Clears the part, and continues a replay at another time.
  seek(time) {
    this.part = null;
    this.start = Math.min(this.length, Math.max(0, time));
    if (this.isPlaying) this.replay(this.start);
    this.drawPart();
  }

  // The arrows move the position by a twentieth of the take. With Shift, they choose a part.
  press(event) {
    const step = this.length / 20;
    const moves = { ArrowLeft: -step, ArrowRight: step, Home: -Infinity, End: Infinity };
    if (event.key === "Enter") this.toggle();
    else if (!(event.key in moves)) return;
    else if (!event.shiftKey) this.seek(this.start + moves[event.key]);
    else {
      const edge = (this.part?.to ?? this.start) + moves[event.key];
      this.choosePart(this.part?.from ?? this.start, Math.min(this.length, Math.max(0, edge)));
    }
    event.preventDefault();
  }
}
