import { lengthText } from "./clocktime.js";
import { Surface } from "./painting.js";
import { KeyedRows, element, make, makeButton, setAttribute, setHidden, setText } from "./parts.js";
import { rangeBetween, rangeText } from "./ranges.js";
import { counted } from "./words.js";

// Paints the notes of a take, which have starts, lengths, and pitches from 0 to 1.
export function paintTake(surface, colors, roll) {
  if (!surface.fit()) return;
  const { context, width, height } = surface;
  surface.fill(colors.panel);
  context.fillStyle = colors["dark-row"];
  context.fillRect(0, 0, width, height);
  context.fillStyle = colors.tint;
  const thick = Math.max(1.5, Math.min(4, height / 14));
  for (const [start, length, pitch] of roll) {
    context.fillRect(start * width, (1 - pitch) * (height - thick - 4) + 2, Math.max(1, length * width), thick);
  }
}

// "today 14:05", "Nov 27, 14:05"
export function dayText(milliseconds, now = Date.now()) {
  const date = new Date(milliseconds);
  const clock = `${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;
  if (date.toDateString() === new Date(now).toDateString()) return `today ${clock}`;
  return `${date.toLocaleDateString("en-US", { month: "short", day: "numeric" })}, ${clock}`;
}

// The recorded takes, the newest first. The chosen one can be replayed, renamed, and trimmed.
export class TakeList {
  constructor({ colors, act, makeTest }) {
    Object.assign(this, { colors, act });
    this.takes = [];
    this.chosen = "";
    this.part = null; // of the chosen take, to trim
    this.box = element("take-detail");
    this.surface = new Surface(element("take-roll"));
    this.position = element("take-position");
    this.name = element("take-name");
    this.speed = element("speed");
    this.loop = element("loop");
    this.rows = new KeyedRows(element("takes"), (take) => this.create(take), (row, take) => this.update(row, take));
    element("replay").addEventListener("click", () => this.toggle());
    for (const input of [this.speed, this.loop]) {
      input.addEventListener("change", () => {
        if (this.isPlaying) this.replay(this.positionNow);
      });
    }
    element("rename").addEventListener("submit", (event) => {
      event.preventDefault();
      this.rename();
    });
    element("trim").addEventListener("click", () => this.trim());
    element("take-test").addEventListener("click", () => makeTest(this.take.file, this.part ?? { from: 0, to: this.length }));
    this.followPointer();
    element("take-box").addEventListener("keydown", (event) => this.press(event));
    new ResizeObserver(() => this.repaint()).observe(element("takes"));
  }

  get take() {
    return this.takes.find(({ file }) => file === this.chosen);
  }

  get length() {
    return Math.round((this.take?.seconds ?? 0) * 1000000);
  }

  get isPlaying() {
    return this.replaying?.file === this.chosen && Boolean(this.chosen);
  }

  async load() {
    const { takes, error } = await this.act("takes", {}, { isQuiet: true });
    if (error || !takes) return;
    this.takes = takes;
    if (!this.take) this.choose(takes[0]?.file ?? "");
    this.draw();
    this.repaint();
  }

  choose(file) {
    this.chosen = file;
    this.part = null;
    this.start = 0;
    if (this.take) this.name.value = this.take.name ?? fileName(this.take.file);
    this.draw();
    this.repaint();
  }

  draw() {
    this.rows.set(this.takes, ({ file }) => file);
    setHidden(element("no-takes"), this.takes.length > 0);
    setHidden(this.box, !this.take);
    if (!this.take) return;
    setText(element("take-title"), fileName(this.take.file));
    element("take-title").title = this.take.file;
    element("trim").disabled = !this.part;
    setText(element("take-part"), this.part ? `${rangeText(this.part)} chosen` : "");
    const mark = element("take-range");
    setHidden(mark, !this.part);
    if (this.part) {
      mark.style.left = `${(this.part.from / this.length) * 100}%`;
      mark.style.width = `${((this.part.to - this.part.from) / this.length) * 100}%`;
    }
  }

  repaint() {
    for (const row of this.rows.rows.values()) paintTake(row.surface, this.colors, row.take.roll);
    if (this.take) paintTake(this.surface, this.colors, this.take.roll);
  }

  create() {
    const node = make("li", "take");
    const button = make("button", "take-button");
    button.type = "button";
    const [name, details, canvas] = [make("b", "name"), make("span", "detail"), make("canvas")];
    canvas.setAttribute("aria-hidden", "true");
    button.append(name, canvas, details);
    const row = { node, button, name, details, surface: new Surface(canvas) };
    button.addEventListener("click", () => this.choose(row.take.file));
    const play = makeButton("small", "▶", () => {
      if (this.chosen !== row.take.file) this.choose(row.take.file);
      this.toggle();
    });
    row.play = play;
    node.append(button, play);
    return row;
  }

  update(row, take) {
    row.take = take;
    const isPlaying = this.replaying?.file === take.file;
    setAttribute(row.node, "data-file", take.file);
    setAttribute(row.button, "aria-pressed", String(take.file === this.chosen));
    setText(row.name, fileName(take.file));
    row.name.title = take.file;
    setText(row.details, `${lengthText(take.seconds)} · ${counted(take.notes, "note")} · ${dayText(take.modified)}`);
    setText(row.play, isPlaying ? "■" : "▶");
    setAttribute(row.play, "aria-label", `${isPlaying ? "Stop" : "Replay"} ${fileName(take.file)}`);
  }

  // The position in the take now, in microseconds.
  get positionNow() {
    const { replaying } = this;
    if (!this.isPlaying) return this.start ?? 0;
    const moved = replaying.position + (this.time - this.stateTime) * replaying.speed;
    return replaying.isLoop ? moved % Math.max(1, replaying.length) : Math.min(replaying.length, moved);
  }

  // Shows the position of a replay.
  drawReplay(replaying, stateTime, time) {
    Object.assign(this, { stateTime, time });
    const isOther = this.replaying?.file !== replaying?.file;
    this.replaying = replaying;
    if (isOther) this.draw();
    setText(element("replay"), this.isPlaying ? "■ Stop" : "▶ Replay");
    if (!this.take) return;
    const position = this.positionNow;
    this.position.style.left = `${(Math.min(1, position / Math.max(1, this.length)) * 100).toFixed(2)}%`;
    setText(element("take-time"), `${lengthText(position / 1000000)} / ${lengthText(this.take.seconds)}`);
  }

  toggle() {
    if (this.isPlaying) this.act("halt", {}, { text: "stopped the replay" });
    else this.replay(this.part?.from ?? this.start ?? 0);
  }

  replay(from) {
    const { file } = this.take;
    this.act("replay", { file, from: Math.round(from), speed: Number(this.speed.value), isLoop: this.loop.checked },
      { text: `replays ${fileName(file)}` });
  }

  async rename() {
    const { file } = this.take;
    const reply = await this.act("rename", { file, name: this.name.value.trim() }, { text: "renamed" });
    if (reply.error) return;
    if (reply.file) this.chosen = reply.file;
    this.load();
  }

  async trim() {
    const { file } = this.take;
    const reply = await this.act("trim", { file, ...this.part }, { text: "wrote a shorter take" });
    if (reply.error) return;
    await this.load();
    if (reply.file) this.choose(reply.file);
  }

  // A click sets the position, and a drag chooses a part.
  followPointer() {
    const box = element("take-box");
    let start = null;
    const place = (event) => {
      const frame = box.getBoundingClientRect();
      return Math.min(1, Math.max(0, (event.clientX - frame.left) / frame.width)) * this.length;
    };
    box.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      box.setPointerCapture(event.pointerId);
      start = { x: event.clientX, time: place(event) };
    });
    box.addEventListener("pointermove", (event) => {
      if (!start || Math.abs(event.clientX - start.x) < 4) return;
      this.part = rangeBetween(start.time, place(event), 1000);
      this.draw();
    });
    box.addEventListener("pointerup", (event) => {
      if (start && Math.abs(event.clientX - start.x) < 4) this.seek(start.time);
      start = null;
    });
    box.addEventListener("pointercancel", () => {
      start = null;
    });
  }

  seek(time) {
    this.part = null;
    this.start = Math.min(this.length, Math.max(0, time));
    if (this.isPlaying) this.replay(this.start);
    this.draw();
  }

  // The arrows move the position by a twentieth, and Shift chooses a part.
  press(event) {
    const step = this.length / 20;
    const moves = { ArrowLeft: -step, ArrowRight: step, Home: -Infinity, End: Infinity };
    if (event.key in moves) {
      const edge = this.part ? this.part.to : this.start;
      const next = Math.min(this.length, Math.max(0, edge + moves[event.key]));
      if (event.shiftKey) {
        this.part = rangeBetween(this.part?.from ?? this.start, next, 1000);
        this.draw();
      } else this.seek(Math.min(this.length, Math.max(0, this.start + moves[event.key])));
    } else if (event.key === "Enter") this.toggle();
    else return;
    event.preventDefault();
  }
}

export function fileName(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}
