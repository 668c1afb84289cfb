import { ageText } from "./clocktime.js";
import { KeyedRows, element, make, setAttribute, setHidden, setShare, setText } from "./parts.js";
import { showLook } from "./portlooks.js";
import { counted, grouped, noteNames } from "./words.js";

// Returns items in groups by their input, each group after a heading.
export function withHeadings(items, portName, fullName = portName) {
  const groups = new Map();
  for (const item of items) {
    if (!groups.has(item.input)) groups.set(item.input, []);
    groups.get(item.input).push(item);
  }
  return [...groups].flatMap(([input, members]) => [
    { heading: portName(input), title: fullName(input), count: members.length, input }, ...members,
  ]);
}

// Returns the row above the rows of an input.
export function makeHeading() {
  const [node, cell] = [make("li", "heading"), make("span")];
  node.setAttribute("role", "row");
  cell.setAttribute("role", "rowheader");
  node.append(cell);
  return node;
}

// Shows the name and the look of an input, and its full name as a tooltip.
export function setHeading({ node }, { heading, title, input }, lookOf) {
  setText(node.firstChild, heading);
  showLook(node, lookOf(input));
  setAttribute(node, "title", title);
}

// Returns a bend as "+0.12", "−2.00", or an empty text.
export function bendText(semitones) {
  if (!semitones) return "";
  return `${semitones < 0 ? "−" : "+"}${Math.abs(semitones).toFixed(2)}`;
}

// The held notes of each instrument, the oldest first.
export class HeldNotes {
  static most = 64;
  static patience = 10000000; // a longer note may hang

  constructor({ lookOf, portName, fullName = portName }) {
    Object.assign(this, { lookOf, portName, fullName });
    this.box = element("held-rows");
    this.empty = element("no-held");
    this.rest = element("held-rest");
    this.count = element("held-count");
    this.rows = new KeyedRows(this.box, (item) => this.create(item), (row, item) => this.update(row, item));
  }

  // Draws the held notes, or the notes of a range.
  draw(held, time, isRange = false) {
    this.time = time;
    const shown = held.slice(0, HeldNotes.most);
    this.rows.set(withHeadings(shown, this.portName, this.fullName),
      ({ heading, input, channel, note, since }) => (
        heading === undefined ? `${input} ${channel} ${note} ${since}` : `${input}`));
    setHidden(this.empty, held.length > 0);
    setHidden(this.rest, held.length <= shown.length);
    setText(this.rest, `and ${grouped(held.length - shown.length)} more`);
    const count = held.length > 0 || isRange ? counted(held.length, "note") : "";
    setText(this.count, isRange ? `${count} in the range` : count);
    setText(this.empty, isRange ? "No note sounded in the range." : "No note is held.");
  }

  create(item) {
    if (item.heading !== undefined) {
      return { node: makeHeading() };
    }
    const node = make("li", "held");
    node.setAttribute("role", "row");
    node.dataset.note = item.note;
    const parts = {};
    for (const name of ["name", "channel", "velocity", "age", "bend", "pressure", "timbre", "mark"]) {
      parts[name] = make("span", name);
      parts[name].setAttribute("role", "cell");
      node.append(parts[name]);
    }
    const bars = Object.fromEntries(["velocity", "pressure", "timbre"].map((name) => [name, this.addBar(parts[name])]));
    setText(parts.name, noteNames[item.note]);
    setText(parts.channel, String(item.channel));
    parts.channel.title = `channel ${item.channel}`;
    return { node, parts, bars };
  }

  addBar(box) {
    const [number, bar, fill] = [make("span", "number"), make("i", "bar"), make("u")];
    bar.append(fill);
    box.append(bar, number);
    return { bar, fill, number };
  }

  update(row, item) {
    if (item.heading !== undefined) {
      setHeading(row, item, this.lookOf);
      return;
    }
    const { parts, bars } = row;
    showLook(row.node, this.lookOf(item.input));
    const isOver = item.end !== null;
    const age = (item.end ?? this.time) - item.since;
    const mayHang = !isOver && age > HeldNotes.patience;
    for (const name of ["velocity", "pressure", "timbre"]) {
      const value = item[name];
      setHidden(bars[name].bar, value === null);
      setShare(bars[name].fill, (value ?? 0) / 127);
      setText(bars[name].number, value === null ? "" : String(value));
    }
    setText(parts.age, ageText(age));
    setText(parts.bend, bendText(item.bend));
    setText(parts.mark, [mayHang ? "⚠ may hang" : "", item.isPedal ? "pedal" : ""].filter(Boolean).join(", "));
    setAttribute(row.node, "data-hangs", String(mayHang));
    setAttribute(row.node, "data-pedal", String(item.isPedal));
    setAttribute(row.node, "data-plain", String(item.pressure === null && item.timbre === null));
  }
}
