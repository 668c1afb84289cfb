import { grouped, noteNames, valueAt, valueText } from "./words.js";

// The state of both sides at the time cursor: the sounding and held notes, and the values.
export class State {
  static mostNotes = 48;
  static mostValues = 16;
  static words = { held: "held by pedal", dying: "dying away" };

  constructor({ axis, cursor, layers, lanes, instrument }) {
    Object.assign(this, { axis, cursor, layers, lanes, instrument });
    this.body = document.getElementById("state-rows");
    this.slider = document.getElementById("time");
    this.now = document.getElementById("now");
    this.announcer = document.getElementById("announcer");
    this.slider.min = Math.floor(axis.from);
    this.slider.max = Math.ceil(axis.to);
    this.slider.step = Math.max(1, Math.round((axis.to - axis.from) / 1000));
    this.slider.addEventListener("input", () => cursor.move(Number(this.slider.value), true));
    this.waiting = 0;
    this.preface = "";
  }

  draw() {
    const { time } = this.cursor;
    if (document.activeElement !== this.slider) this.slider.value = time;
    const text = this.axis.text(time);
    this.slider.setAttribute("aria-valuetext", text);
    this.now.textContent = text;
    this.body.replaceChildren(this.noteRow(time), ...this.valueRows(time));
    this.announce();
  }

  row(name, differs, cells) {
    const row = document.createElement("tr");
    row.dataset.name = name;
    if (differs) row.className = "differs";
    const heading = document.createElement("th");
    heading.scope = "row";
    heading.textContent = (differs ? "≠ " : "") + name;
    row.append(heading, ...cells);
    return row;
  }

  cell(side, ...content) {
    const cell = document.createElement("td");
    cell.dataset.side = side;
    cell.append(...content);
    return cell;
  }

  noteRow(time) {
    const texts = {};
    const cells = Object.entries(this.layers).map(([side, notes]) => {
      const indices = notes.soundingAt(time);
      texts[side] = indices.map((index) => this.noteText(notes, index, time)).join("; ");
      if (indices.length === 0) return this.cell(side, "none");
      const list = document.createElement("ul");
      for (const index of indices.slice(0, State.mostNotes)) list.append(this.noteItem(notes, index, time));
      const rest = indices.length - State.mostNotes;
      return this.cell(side, list, rest > 0 ? `and ${grouped(rest)} more` : "");
    });
    this.spoken = { expected: texts.expected || "no notes", actual: texts.actual || "no notes" };
    return this.row("notes", texts.expected !== texts.actual, cells);
  }

  noteItem(notes, index, time) {
    const item = document.createElement("li");
    const state = notes.stateAt(index, time);
    item.dataset.state = state;
    const name = document.createElement("b");
    name.textContent = noteNames[notes.number[index]];
    item.append(name, ` ${this.details(notes, index, state)}`);
    if (notes.difference[index] >= 0) item.className = "differs";
    return item;
  }

  details(notes, index, state) {
    const source = notes.sources.length > 1 ? notes.sources[notes.source[index]] : "";
    return [
      `ch ${notes.channel[index] + 1}`, `vel ${notes.velocity[index]}`, State.words[state] ?? "",
      source, ...(notes.attributes.get(index) ?? []).map((attribute) => this.attributeText(attribute)),
    ].filter(Boolean).join(", ");
  }

  attributeText([key, value]) {
    const { drawing } = this.instrument;
    return key === "cells" && drawing.placesText ? drawing.placesText(value) : `${key} ${value}`;
  }

  noteText(notes, index, time) {
    const state = notes.stateAt(index, time);
    return `${noteNames[notes.number[index]]} ${this.details(notes, index, state)}`;
  }

  // Values that differ at this time come first, then values of lanes that differ elsewhere, then the others.
  valueRows(time) {
    const found = this.lanes.map((lane) => {
      const expected = valueAt(lane, lane.expected, time);
      const actual = lane.actual === lane.expected ? expected : valueAt(lane, lane.actual, time);
      return { lane, expected, actual, rank: expected !== actual ? 2 : lane.differences.length > 0 ? 1 : 0 };
    }).filter(({ expected, actual, rank }) => expected !== null || actual !== null || rank > 0);
    found.sort((a, b) => b.rank - a.rank);
    const rows = found.slice(0, State.mostValues).map(({ lane, expected, actual, rank }) => {
      const [first, second] = [expected, actual].map((value) => valueText(lane, value));
      return this.row(lane.name, rank === 2, [this.cell("expected", first), this.cell("actual", second)]);
    });
    const rest = found.length - State.mostValues;
    if (rest > 0) {
      const cell = document.createElement("td");
      cell.colSpan = 2;
      cell.textContent = "have no room here";
      rows.push(this.row(`${grouped(rest)} other values`, false, [cell]));
    }
    return rows;
  }

  // Only when the cursor rests, so that a screen reader doesn't read every position.
  announce() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      const { expected, actual } = this.spoken;
      const both = expected === actual ? `Both: ${expected}.` : `Expected: ${expected}. Actual: ${actual}.`;
      const seen = this.instrument.spoken ? ` Not the same: ${this.instrument.spoken}.` : "";
      const time = this.axis.text(this.cursor.time);
      this.announcer.textContent = `${this.preface}At ${time}. ${both}${seen}`.slice(0, 600);
      this.preface = "";
    }, 250);
  }
}
