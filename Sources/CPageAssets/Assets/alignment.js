import { AXES, rangeOf, readAlignment } from "./alignmentdata.js";
import { Rows } from "./axis.js";
import { BarStrip, barName, stateText } from "./bars.js";
import { DifferencePage } from "./page.js";
import { paintChosen, paintCursor, paintGrid, paintRuler } from "./painting.js";
import { Reader, bytesOf } from "./reader.js";
import { Roll } from "./roll.js";
import { Stems } from "./velocity.js";
import { noteName } from "./words.js";

// The page of a note alignment: a roll for each take with lines between matching notes, the tempo, and the velocities.
class AlignmentPage extends DifferencePage {
  static ruler = 20;
  static lane = 64; // the height of the tempo and of the velocities
  static lines = 46; // the height of the room between the takes

  constructor(data) {
    const layers = { ...data.layers.musical };
    const rows = Rows.of(...Object.values(layers));
    const parts = { expected: rows, actual: new Rows(rows.lowest, rows.highest) };
    super(data, { box: "picture", rows: Object.values(parts), layers, ...rangeOf(layers), noun: "mistake" });
    Object.assign(this, { data, parts });
    this.names = Array.from({ length: 128 }, (_, number) => noteName(number, data.middleC));
    const { axis, colors, surface } = this;
    const marking = Object.assign(Object.create(this.differences), {
      color: (notes, index) => this.colorName(notes, index),
    });
    this.rolls = Object.entries(parts).map(([side, rows]) =>
      new Roll(surface, { axis, rows, colors, layers: { [side]: layers[side] }, marking, names: this.names }));
    this.stems = new Stems(surface, { axis, colors, layers: { actual: layers.actual }, marking });
    for (const remark of data.remarks) {
      const item = document.createElement("li");
      item.textContent = remark;
      document.getElementById("remarks").append(item);
    }
    // Bars are played on the axis of their take.
    for (const notes of AXES.flatMap((axis) => Object.values(data.layers[axis]))) notes.end = notes.latest;
    this.strip = new BarStrip(document.getElementById("bars"), {
      colors, states: data.spans.map(({ state }) => state), text: (bar) => this.barText(bar),
      show: (bar) => this.showBar(bar), play: (bar) => this.playBar(bar),
    });
    this.chips = document.querySelectorAll("[data-axis]");
    for (const chip of this.chips) chip.addEventListener("click", () => this.setAxis(chip.dataset.axis));
    this.input.followPicture(this.box, AlignmentPage.ruler, (x, y) => this.chooseOrMove(this.differenceAt(x, y), x));
    this.box.addEventListener("pointermove", (event) => this.describe(event));
    this.setAxis("musical");
    this.start();
  }

  get keys() {
    return { ...super.keys, m: () => this.setAxis(AXES.find((name) => name !== this.axisName)) };
  }

  get sizedParts() {
    return [document.getElementById("bars")];
  }

  barText(bar) {
    const { start, state } = this.data.spans[bar];
    return `${barName(bar, start.musical, this.data.hasBars)}: ${stateText(state)}`;
  }

  // The range of a bar on an axis.
  barRange(bar, name) {
    const { spans, layers } = this.data;
    const from = spans[bar].start[name];
    const next = spans[bar + 1]?.start[name] ?? rangeOf(layers[name]).to;
    // Bars that are played out of order can end before they start.
    return { from, to: next > from ? next : from };
  }

  // Shows a bar in the middle, and marks it instead of a mistake.
  showBar(bar) {
    const { axis, axisName } = this;
    this.choose(-1);
    const { from, to } = this.barRange(bar, axisName);
    const span = Math.min(axis.span, Math.max(8000000, (to - from) * 2));
    axis.set((from + to) / 2 - span / 2, span);
    this.extent = { from, to };
    this.cursor.move(from);
    document.getElementById("hover").textContent = this.barText(bar);
  }

  // Plays a bar as expected and then as performed, each in its own tempo.
  playBar(bar) {
    const { data, axisName } = this;
    const shown = this.barRange(bar, axisName);
    const part = (side, axis) => {
      const { from, to } = this.barRange(bar, axis);
      const place = (time) => shown.from + ((time - from) / (to - from)) * (shown.to - shown.from);
      return { side, notes: data.layers[axis][side], from, to, place };
    };
    const isPlayed = data.spans[bar].state !== 1;
    this.playback.playParts([part("expected", "musical"), ...(isPlayed ? [part("actual", "real")] : [])]);
  }

  choose(index) {
    this.strip.chosen = -1;
    super.choose(index);
  }

  // Ornaments are as expected, but not of the score.
  colorName(notes, index) {
    return this.differences.color(notes, index)
      ?? (notes === this.layers.actual && this.data.ornaments.has(index) ? "chosen" : null);
  }

  // Changes the time axis, and keeps the moment in the middle.
  setAxis(name) {
    const { data, axis, layers, differences } = this;
    const moved = (time) => this.movedTime(time, name);
    const [middle, cursor] = [moved(axis.start + axis.span / 2), moved(this.cursor.time)];
    const part = axis.span / (axis.to - axis.from);
    this.playback.stop();
    this.axisName = name;
    const { from, to } = rangeOf(data.layers[name]);
    Object.assign(layers, data.layers[name]);
    for (const [index, side] of Object.keys(layers).entries()) {
      layers[side].end = to;
      this.rolls[index].layers[side] = layers[side];
    }
    this.stems.layers.actual = layers.actual;
    for (const difference of differences.all) difference.time = difference.times[name];
    differences.setNotes(layers);
    axis.bars = data.bars.map((bar) => bar[name]);
    axis.setRange(from, to);
    const span = part * (axis.to - axis.from);
    axis.set(middle - span / 2, span);
    this.cursor.move(cursor);
    if (differences.chosenDifference) this.extent = differences.extent(differences.chosen);
    else if (this.strip.chosen >= 0) this.extent = this.barRange(this.strip.chosen, name);
    for (const chip of this.chips) chip.setAttribute("aria-pressed", String(chip.dataset.axis === name));
  }

  // Converts a time of the present axis to a different axis, by the nearest actual note.
  movedTime(time, name) {
    if (!this.axisName || name === this.axisName) return time;
    const { onset, count } = this.layers.actual;
    let nearest = -1;
    for (let index = 0; index < count; index += 1) {
      if (nearest < 0 || Math.abs(onset[index] - time) < Math.abs(onset[nearest] - time)) nearest = index;
    }
    return nearest < 0 ? time : this.data.layers[name].actual.onset[nearest];
  }

  whenText({ texts }) {
    return `${texts.musical} · ${texts.real}`;
  }

  // The first mistake follows the last one.
  step(count) {
    const { shown, chosen } = this.differences;
    const index = this.differences.step(count, this.cursor.time);
    if (index >= 0) this.choose(index === chosen ? shown.at(count > 0 ? 0 : -1) : index);
  }

  // Shows a mistake in the middle; zooms in if the whole take is visible.
  show(difference) {
    const { axis } = this;
    const { from, to, lowest, highest } = this.extent;
    const span = Math.min(axis.span, Math.max(8000000, (to - from) * 2));
    axis.set((from + to) / 2 - span / 2, span);
    for (const rows of Object.values(this.parts)) if (rows.isZoomed) rows.show(lowest, highest);
    const text = this.differences.text(this.differences.chosen);
    document.getElementById("hover").textContent = `${difference.texts.musical}: ${text}`;
  }

  resize() {
    const { ruler, lane, lines } = AlignmentPage;
    const { expected, actual } = this.parts;
    const height = this.box.clientHeight;
    const roll = Math.max(40, (height - ruler - 2 * lane - lines) / 2);
    expected.fit(ruler, roll);
    actual.fit(ruler + roll + lines, roll);
    this.tempo = { top: actual.top + roll, bottom: actual.top + roll + lane };
    Object.assign(this.stems, { top: this.tempo.bottom, height: lane });
    super.resize();
  }

  drawPicture() {
    const { surface, axis, colors, parts, tempo, stems } = this;
    const { context } = surface;
    const { ruler } = AlignmentPage;
    this.strip.draw();
    surface.fill(colors.panel);
    surface.clip(ruler, surface.height, () => {
      paintChosen(surface, colors, axis, this.extent, ruler, surface.height);
      paintGrid(surface, colors, axis, ruler, surface.height);
    });
    for (const roll of this.rolls) roll.draw(this.extent);
    surface.clip(ruler, surface.height, () => {
      this.drawLines(parts.actual.top - AlignmentPage.lines, parts.actual.top);
      this.drawTempo();
      stems.draw();
    });
    paintRuler(surface, colors, axis, ruler);
    this.writeTempos();
    surface.writeEdges(colors.faint, "127", "1", stems.top, stems.top + stems.height);
    context.fillStyle = colors.octave;
    for (const top of [parts.actual.top - AlignmentPage.lines, parts.actual.top, tempo.top, tempo.bottom]) {
      context.fillRect(0, Math.round(top), surface.width, 1);
    }
    for (const [side, rows] of Object.entries(parts)) this.writeName(side, rows.top);
    this.writeName("velocity", stems.top);
    paintCursor(surface, colors, axis, this.cursor.time, ruler - 6, surface.height);
    document.documentElement.dataset.drawn = `${this.axisName} ${Math.round(axis.start)} ${Math.round(axis.span)}`;
  }

  // Writes the name of a part at its right.
  writeName(text, top) {
    const { context, width } = this.surface;
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    const left = width - context.measureText(text).width - 8;
    context.fillStyle = this.colors.panel;
    context.fillRect(left - 4, top + 1, width, 15);
    context.fillStyle = this.colors.faint;
    context.fillText(text, left, top + 10);
  }

  drawLines(top, bottom) {
    const { axis, colors, data, differences } = this;
    const { expected, actual } = this.layers;
    const { context } = this.surface;
    // Thousands of lines would be a gray area.
    context.globalAlpha = Math.min(1, Math.max(0.08, 400 / Math.max(1, actual.roughCount(axis.start, axis.end))));
    context.lineWidth = 1;
    actual.forEach(axis.start, axis.end, (index) => {
      const partner = data.partners[index];
      if (partner < 0) return;
      context.strokeStyle = colors[differences.color(actual, index) ?? "same"];
      context.beginPath();
      context.moveTo(axis.x(expected.onset[partner]), top + 2);
      context.lineTo(axis.x(actual.onset[index]), bottom - 2);
      context.stroke();
    });
    context.globalAlpha = 1;
  }

  // The height of a tempo, and the slowest and the fastest tempo.
  get tempoScale() {
    const values = this.data.tempos.map(({ value }) => value);
    const [least, most] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
    const room = Math.max(most - least, most * 0.05, 1e-9);
    const y = (value) => this.tempo.bottom - 8 - ((value - least) / room) * (AlignmentPage.lane - 16);
    return { y, least, most };
  }

  drawTempo() {
    const { axis, axisName, data } = this;
    if (data.tempos.length === 0) return;
    const { context } = this.surface;
    const { y } = this.tempoScale;
    context.strokeStyle = this.colors.text;
    context.lineWidth = 1.5;
    context.beginPath();
    for (const { start, end, value } of data.tempos) {
      context.moveTo(axis.x(start[axisName]), y(value));
      context.lineTo(axis.x(end[axisName]), y(value));
    }
    context.stroke();
  }

  writeTempos() {
    const { data, surface, tempo, colors } = this;
    this.writeName(data.tempoUnit, tempo.top);
    if (data.tempos.length === 0) return;
    const { least, most } = this.tempoScale;
    const [high, low] = [most, least].map((value) => String(Math.round(value)));
    surface.writeEdges(colors.faint, high === low ? "" : high, low, tempo.top, tempo.bottom);
  }

  // The side and the index of the note at a place, or null.
  noteAt(x, y) {
    for (const [index, [side, rows]] of Object.entries(this.parts).entries()) {
      if (y < rows.top || y >= rows.top + rows.height) continue;
      const note = this.rolls[index].notesAt(side, x, y).at(-1);
      if (note !== undefined) return { side, note };
    }
    return null;
  }

  differenceAt(x, y) {
    const found = this.noteAt(x, y);
    return found ? this.layers[found.side].marked[found.note] : -1;
  }

  // Describes the note under the mouse.
  describe(event) {
    const frame = this.box.getBoundingClientRect();
    const found = this.noteAt(event.clientX - frame.left, event.clientY - frame.top);
    if (!found) return;
    const { side, note } = found;
    const { real } = this.data.layers;
    const [expected, actual] = side === "actual"
      ? [this.data.partners[note], note] : [note, this.data.partners.indexOf(note)];
    const hasBoth = expected >= 0 && actual >= 0;
    const late = hasBoth ? Math.round((real.actual.onset[actual] - real.expected.onset[expected]) / 1000) : 0;
    const color = this.colorName(this.layers[side], note);
    document.getElementById("hover").textContent = [
      `${side === "expected" ? "Expected" : "Actual"}: ${this.names[real[side].number[note]]}`,
      `velocity ${real[side].velocity[note]}`,
      `at ${(real[side].onset[note] / 1000000).toFixed(3)} s of the performance`,
      color === "chosen" ? "ornament" : color ? this.differences.firstKind(this.layers[side].marked[note]).name : "",
      late === 0 ? "" : `${Math.abs(late)} ms ${late > 0 ? "after" : "before"} the beat`,
    ].filter(Boolean).join(", ");
  }
}

new AlignmentPage(readAlignment(new Reader(bytesOf("alignment"))));
