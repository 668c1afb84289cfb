import { lengthText } from "./clocktime.js";
import { Surface } from "./painting.js";
import { KeyedRows, element, make, makeButton, setAttribute, setHidden, setText } from "./parts.js";
import { TakeComparison, expectedFirst } from "./takecomparison.js";
import { TakeDetail, fileName, paintTake } from "./takedetail.js";
import { counted } from "./words.js";

// Returns a date as "today 14:05", or "Nov 27, 14:05".
export function dayText(milliseconds, now = Date.now()) {
  const date = new Date(milliseconds);
  const clock = `${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;
  if (date.toDateString() === new Date(now).toDateString()) return `today ${clock}`;
  return `${date.toLocaleDateString("en-US", { month: "short", day: "numeric" })}, ${clock}`;
}

// Returns the parts of a name, of which a narrow list shows the beginning of the first and all of the second: the time of
// "take-2026-11-30-170640.mid".
export function nameParts(name) {
  const length = Math.max(0, name.length - 10);
  return [name.slice(0, length), name.slice(length)];
}

// The recorded takes, the newest first. The detail shows the chosen one.
export class TakeList {
  constructor({ colors, act, address, say, makeSession, output }) {
    Object.assign(this, { colors, act, address });
    this.takes = [];
    this.comparison = new TakeComparison({ act, address, say });
    this.detail = new TakeDetail({
      colors, act, say, makeSession, output, written: (file) => this.load(file),
      renamed: (file, name) => this.comparison.rename(file, name),
    });
    this.rows = new KeyedRows(element("takes"), () => this.create(), (row, take) => this.update(row, take));
    new ResizeObserver(() => this.repaint()).observe(element("takes"));
  }

  // Asks for the takes, and chooses the one of a file. Without it, the chosen take stays chosen, or that of the address.
  async load(file) {
    const { takes, error } = await this.act("takes", {}, { isQuiet: true });
    if (error || !takes) return;
    const before = this.detail.take;
    const place = Math.max(0, this.takes.findIndex((take) => take.file === before?.file));
    this.takes = takes;
    // The next one takes the place of a deleted one.
    const chosen = this.find(file ?? before?.file ?? this.address.get("take")) ?? takes[place] ?? takes.at(-1) ?? null;
    if (chosen?.file === before?.file && chosen?.seconds === before?.seconds) {
      this.detail.take = chosen;
      this.draw();
    } else this.choose(chosen);
    if (chosen && (file || !before)) this.rows.reveal(chosen.file);
    this.comparison.update(takes);
    this.repaint();
  }

  find(file) {
    return this.takes.find((take) => take.file === file);
  }

  // Chooses the take of the address.
  readAddress() {
    const take = this.find(this.address.get("take"));
    if (take && take.file !== this.detail.take?.file) this.choose(take);
    this.comparison.readAddress();
  }

  choose(take) {
    this.address.set({ take: take?.file ?? "" });
    this.detail.show(take);
    this.draw();
  }

  draw() {
    this.rows.set(this.takes, ({ file }) => file);
    setHidden(element("no-takes"), this.takes.length > 0);
  }

  repaint() {
    for (const row of this.rows.rows.values()) paintTake(row.surface, this.colors, row.take.roll);
    this.detail.repaint();
  }

  create() {
    const node = make("li", "take");
    const button = makeButton("take-button", "", () => this.choose(row.take));
    const [name, details, canvas] = [make("b", "name"), make("span", "detail"), make("canvas")];
    name.append(make("span"), make("span"));
    canvas.setAttribute("aria-hidden", "true");
    button.append(name, canvas, details);
    const play = makeButton("small", "▶", () => {
      if (this.detail.take?.file !== row.take.file) this.choose(row.take);
      this.detail.toggle();
    });
    const compare = makeButton("small", "≠", () => {
      this.comparison.compare(...expectedFirst(this.detail.take, row.take), compare);
    });
    node.append(button, compare, play);
    const row = { node, button, name, details, compare, play, surface: new Surface(canvas) };
    return row;
  }

  update(row, take) {
    row.take = take;
    const isPlaying = this.detail.replaying?.file === take.file;
    const name = fileName(take.file);
    setAttribute(row.node, "data-file", take.file);
    setAttribute(row.button, "aria-pressed", String(take.file === this.detail.take?.file));
    for (const [index, part] of nameParts(name).entries()) setText(row.name.children[index], part);
    setAttribute(row.name, "title", take.file);
    setText(row.details, `${lengthText(take.seconds)} · ${counted(take.notes, "note")} · ${dayText(take.modified)}`);
    const [expected, actual] = expectedFirst(this.detail.take ?? take, take);
    const label = `Compare ${fileName(expected.file)} with ${fileName(actual.file)}`;
    row.compare.disabled = expected.file === actual.file;
    setAttribute(row.compare, "aria-label", label);
    setAttribute(row.compare, "title", row.compare.disabled ? "" : label);
    setText(row.play, isPlaying ? "■" : "▶");
    setAttribute(row.play, "aria-label", `${isPlaying ? "Stop" : "Replay"} ${name}`);
  }

  // Shows the position of a replay at a time.
  drawReplay(replaying, stateTime, time) {
    const isOther = this.detail.replaying?.file !== replaying?.file;
    this.detail.drawReplay(replaying, stateTime, time);
    if (isOther) this.draw();
  }
}
