import { Rows, TimeAxis } from "./axis.js";
import { Hover } from "./hover.js";
import { Instrument } from "./instrument.js";
import { Lanes } from "./lanes.js";
import { Marks, Overview } from "./marks.js";
import { DifferencePage } from "./page.js";
import { paintCursor, paintRuler } from "./painting.js";
import { Reader, bytesOf } from "./reader.js";
import { Roll } from "./roll.js";
import { State } from "./state.js";
import { readTake, timeRange } from "./take.js";
import { counted, timeText } from "./words.js";

// The page of a comparison: both takes in one roll, their values, an instrument, and the state at the time cursor.
class ComparisonPage extends DifferencePage {
  static ruler = 22; // the heights of the ruler and of the signs above the roll
  static signs = 20;

  constructor(take) {
    const { from, to } = timeRange(take);
    const layers = { expected: take.expected.notes, actual: take.actual.notes };
    for (const notes of Object.values(layers)) notes.end = to;
    const rows = Rows.of(...Object.values(layers));
    super(take, { box: "roll", rows: [rows], layers, from, to, noun: "difference" });
    Object.assign(this, { take, rows });
    document.getElementById("remarks").textContent = take.remarks.join(" ");
    for (const side of Object.keys(layers)) {
      const name = document.getElementById(`${side}-name`);
      name.textContent = `${take[side].name}, ${counted(layers[side].count, "note")}`;
    }
    this.hasBars = take.beats.bars.length > 1;
    document.getElementById("bars").addEventListener("click", () => this.toggleBars());
    this.setBars(this.address.get("times") ? this.address.get("times") === "bars" : take.startsInBars);
    this.list.fill();
    this.addViews();
    document.getElementById("lanes").addEventListener("scroll", () => this.request());
    document.addEventListener("scroll", () => this.request());
    this.start();
  }

  addViews() {
    const { axis, rows, colors, cursor, layers, differences, input } = this;
    const { lanes, view } = this.take;
    const shared = { axis, rows, colors, cursor, layers, differences, lanes, view, marking: differences };
    const redraw = () => this.requestState();
    this.roll = new Roll(this.surface, shared);
    this.marks = new Marks(shared, ComparisonPage.ruler, ComparisonPage.signs);
    this.overview = new Overview(document.getElementById("overview"), { ...shared, marks: this.marks });
    this.lanes = new Lanes(document.getElementById("lanes"), {
      ...shared, redraw, hasRoom: !view.isWanted,
      follow: (canvas, differenceAt) => input.followLane(canvas, (x, y) => this.chooseOrMove(differenceAt(x, y), x)),
    });
    this.instrument = new Instrument({ ...shared, redraw });
    this.state = new State({ ...shared, instrument: this.instrument });
    const details = (...note) => this.state.details(...note);
    this.hover = new Hover({ ...shared, roll: this.roll, marks: this.marks, details });
    input.followPicture(this.box, ComparisonPage.ruler, (x, y) => this.click(x, y));
    input.followOverview(this.overview.surface.canvas, (x) => this.overview.time(x));
  }

  get sizedParts() {
    return [document.getElementById("sides")];
  }

  get keys() {
    return { ...super.keys, b: () => this.toggleBars() };
  }

  // Shows times in bars and beats, or in seconds.
  setBars(isWanted) {
    this.showsBars = isWanted && this.hasBars;
    const { beats } = this.take;
    this.axis.bars = this.showsBars ? beats.bars.map((beat) => beats.times[beat]) : [];
    this.axis.beats = this.showsBars ? beats : null;
    const button = document.getElementById("bars");
    button.hidden = !this.hasBars;
    button.setAttribute("aria-pressed", String(this.showsBars));
  }

  toggleBars() {
    if (!this.hasBars) return;
    this.setBars(!this.showsBars);
    this.address.set({ times: this.showsBars ? "bars" : "seconds" });
    this.list.fill();
    this.requestState();
  }

  whenText({ time, position }) {
    return time === null ? "" : this.showsBars ? position : timeText(time);
  }

  keepKinds() {
    super.keepKinds();
    this.marks.update();
    this.overview.forget();
  }

  resize() {
    const top = ComparisonPage.ruler + ComparisonPage.signs;
    this.rows.fit(top, this.box.clientHeight - top);
    super.resize();
  }

  draw() {
    super.draw();
    this.overview.draw();
    this.lanes.draw();
    this.publish();
  }

  drawPicture() {
    const { surface, axis, colors } = this;
    surface.fill(colors.panel);
    this.roll.draw(this.extent, () => this.marks.drawBands(surface.context, this.rows));
    paintRuler(surface, colors, axis, ComparisonPage.ruler);
    this.marks.draw(surface);
    paintCursor(surface, colors, axis, this.cursor.time, ComparisonPage.ruler - 6, surface.height);
  }

  drawState() {
    this.instrument.draw();
    this.state.draw();
  }

  // A description for the checks; numbers are in microseconds and CSS pixels.
  publish() {
    const { axis, rows, differences } = this;
    Object.assign(this.box.dataset, {
      start: axis.start, span: axis.span, cursor: this.cursor.time,
      chosen: differences.chosenDifference ? differences.chosen : "",
      gutter: TimeAxis.gutter, top: rows.top, rowHeight: rows.rowHeight, topNote: rows.topNote,
    });
  }

  click(x, y) {
    const reach = matchMedia("(pointer: coarse)").matches ? 14 : 6;
    this.chooseOrMove(y < this.rows.top ? this.marks.at(x, reach + 2) : this.roll.differenceAt(x, y, reach), x);
  }

  choose(index) {
    super.choose(index);
    const { chosen, chosenDifference, all } = this.differences;
    const text = document.getElementById("chosen");
    text.hidden = !chosenDifference;
    text.textContent = chosenDifference ? this.differences.text(chosen) : "";
    if (chosenDifference) this.state.preface = `Difference ${chosen + 1} of ${all.length}: ${text.textContent}. `;
  }

  show(difference) {
    const { from, to, detail, lowest, highest } = this.extent;
    if (from !== undefined) this.axis.show(from, to, detail);
    if (lowest !== undefined) this.rows.show(lowest, highest);
    if (difference.place === "lane") this.lanes.reveal(difference.lane);
  }
}

new ComparisonPage(readTake(new Reader(bytesOf("take"))));
// The time from the start of the page until the first complete drawing, in milliseconds.
document.documentElement.dataset.drawn = performance.now().toFixed(1);
