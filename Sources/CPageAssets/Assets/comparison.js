import { Address } from "./address.js";
import { Cursor, TimeAxis } from "./axis.js";
import { Differences } from "./differences.js";
import { Hover } from "./hover.js";
import { Input } from "./input.js";
import { Instrument } from "./instrument.js";
import { Lanes } from "./lanes.js";
import { DifferenceList } from "./list.js";
import { Marks, Overview } from "./marks.js";
import { Colors, Surface, paintCursor, paintRuler } from "./painting.js";
import { Playback } from "./playback.js";
import { Reader, bytesOf } from "./reader.js";
import { Roll } from "./roll.js";
import { Rows } from "./rows.js";
import { State } from "./state.js";
import { readTake, timeRange } from "./take.js";
import { Theme } from "./theme.js";
import { counted, timeText } from "./words.js";

// The page of a comparison: it connects the views with the differences, the time axis, and the time cursor.
class Page {
  static ruler = 22; // the heights of the ruler and of the signs above the roll
  static signs = 20;

  constructor(take) {
    this.take = take;
    this.address = new Address();
    const theme = new Theme(document.getElementById("theme"));
    this.colors = new Colors(theme);
    this.layers = { expected: take.expected.notes, actual: take.actual.notes };
    const { from, to } = timeRange(take);
    for (const notes of Object.values(this.layers)) notes.end = to;
    this.axis = new TimeAxis(from, to);
    this.rows = Rows.of(...Object.values(this.layers));
    this.cursor = new Cursor(this.axis, Math.max(0, Math.min(to, take.differences.find(({ time }) => time !== null)?.time ?? 0)));
    this.differences = new Differences(take.kinds, take.differences, this.layers);
    this.takeKinds();
    this.hasBars = take.beats.bars.length > 1;
    this.setBars(this.address.get("times") ? this.address.get("times") === "bars" : take.startsInBars);
    this.isStateOld = true;
    this.name();
    this.addViews();
    this.axis.changed = this.rows.changed = () => this.request();
    this.cursor.moved = () => this.requestState();
    theme.listeners.push(() => this.requestState());
    const sizes = new ResizeObserver(() => this.resize());
    for (const id of ["roll", "list", "sides"]) sizes.observe(document.getElementById(id));
    document.getElementById("lanes").addEventListener("scroll", () => this.request());
    document.addEventListener("scroll", () => this.request());
    this.resize();
    const chosen = Number(this.address.get("difference")) - 1;
    if (chosen >= 0) this.choose(chosen);
  }

  addViews() {
    const { take, axis, rows, colors, cursor, layers, differences } = this;
    const { lanes, view } = take;
    const shared = { axis, rows, colors, cursor, layers, differences, lanes, view, marking: differences };
    const redraw = () => this.requestState();
    this.box = document.getElementById("roll");
    this.surface = new Surface(this.box.querySelector("canvas"));
    this.input = new Input({ axis, rows: [rows], cursor, keys: this.keys });
    this.input.followPicture(this.box, Page.ruler, (x, y) => this.click(x, y));
    document.getElementById("bars").addEventListener("click", () => this.toggleBars());
    this.roll = new Roll(this.surface, shared);
    this.marks = new Marks(shared, Page.ruler, Page.signs);
    this.overview = new Overview(document.getElementById("overview"), { ...shared, marks: this.marks });
    this.input.followOverview(this.overview.surface.canvas, (x) => this.overview.time(x));
    this.lanes = new Lanes(document.getElementById("lanes"), {
      ...shared, follow: (canvas, differenceAt) => this.followLane(canvas, differenceAt), redraw, hasRoom: !view.isWanted,
    });
    this.list = new DifferenceList({
      differences, cursor, whenText: (difference) => this.whenText(difference), choose: (index) => this.choose(index),
      filtered: () => this.keepKinds(),
    });
    this.instrument = new Instrument({ ...shared, redraw });
    this.state = new State({ ...shared, instrument: this.instrument });
    this.playback = new Playback({ axis, cursor, layers, element: this.box });
    this.hover = new Hover({
      ...shared, roll: this.roll, marks: this.marks, details: (...note) => this.state.details(...note),
    });
  }

  get keys() {
    return {
      " ": () => this.playback.toggle(),
      e: () => this.playback.toggle("expected"),
      a: () => this.playback.toggle("actual"),
      b: () => this.toggleBars(),
      n: () => this.step(1),
      p: () => this.step(-1),
      Escape: () => this.choose(-1),
    };
  }

  name() {
    const { take } = this;
    const set = (id, text) => (document.getElementById(id).textContent = text);
    set("title", take.title);
    set("verdict", take.verdict);
    set("remarks", take.remarks.join(" "));
    for (const side of ["expected", "actual"]) {
      set(`${side}-name`, `${take[side].name}, ${counted(take[side].notes.count, "note")}`);
    }
    document.getElementById("verdict").className = take.differences.length === 0 ? "good" : "bad";
    for (const id of ["previous", "next"]) document.getElementById(id).disabled = take.differences.length === 0;
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

  // Takes the wanted kinds of the address.
  takeKinds() {
    const { kinds, wantedKinds } = this.differences;
    for (const name of this.address.list("kinds")) {
      const kind = kinds.findIndex((kind) => kind.name === name);
      if (kind >= 0) wantedKinds.add(kind);
    }
    this.differences.filter();
  }

  // Keeps the wanted kinds in the address.
  keepKinds() {
    const { kinds, wantedKinds } = this.differences;
    this.address.set({ kinds: [...wantedKinds].map((kind) => kinds[kind].name).join(",") });
    this.marks.update();
    this.overview.forget();
    this.request();
  }

  resize() {
    this.axis.width = this.box.clientWidth;
    const top = Page.ruler + Page.signs;
    this.rows.fit(top, this.box.clientHeight - top);
    this.list.draw();
    this.requestState();
  }

  // Draws with the next frame, once.
  request() {
    if (this.isRequested) return;
    this.isRequested = true;
    requestAnimationFrame(() => {
      this.isRequested = false;
      this.draw();
    });
  }

  requestState() {
    this.isStateOld = true;
    this.request();
  }

  draw() {
    this.drawRoll();
    this.overview.draw();
    this.lanes.draw();
    if (this.isStateOld) {
      this.instrument.draw();
      this.state.draw();
    }
    this.isStateOld = false;
    this.publish();
  }

  drawRoll() {
    const { surface, axis, colors } = this;
    if (!surface.fit()) return;
    surface.fill(colors.panel);
    this.roll.draw(this.extent);
    paintRuler(surface, colors, axis, Page.ruler);
    this.marks.draw(surface);
    paintCursor(surface, colors, axis, this.cursor.time, Page.ruler - 6, surface.height);
  }

  // A description for the checks; numbers are in microseconds and CSS pixels.
  publish() {
    const { axis, rows, differences } = this;
    Object.assign(this.box.dataset, {
      start: axis.start, span: axis.span, cursor: this.cursor.time, chosen: differences.chosenOne ? differences.chosen : "",
      gutter: TimeAxis.gutter, top: rows.top, rowHeight: rows.rowHeight, topNote: rows.topNote,
    });
  }

  click(x, y) {
    const reach = matchMedia("(pointer: coarse)").matches ? 14 : 6;
    this.chooseOrMove(y < this.rows.top ? this.marks.at(x, reach + 2) : this.roll.differenceAt(x, y, reach), x);
  }

  followLane(canvas, differenceAt) {
    this.input.followLane(canvas, (x, y) => this.chooseOrMove(differenceAt(x, y), x));
  }

  chooseOrMove(index, x) {
    if (index >= 0) this.choose(index);
    else this.cursor.move(this.axis.time(x));
  }

  step(count) {
    const index = this.differences.step(count, this.cursor.time);
    if (index >= 0) this.choose(index);
  }

  // Chooses a difference and shows it in the list and the roll; −1 chooses none.
  choose(index) {
    const { differences } = this;
    differences.choose(index);
    const difference = differences.chosenOne;
    this.extent = difference ? differences.extent(index) : null;
    this.address.set({ difference: difference ? String(index + 1) : "" });
    if (difference) {
      this.list.reveal(index);
      const { from, to, detail, lowest, highest } = this.extent;
      if (from !== undefined) {
        this.axis.show(from, to, detail);
        this.cursor.move(difference.time ?? from);
      }
      if (lowest !== undefined) this.rows.show(lowest, highest);
      if (difference.place === "lane") this.lanes.reveal(difference.lane);
      this.state.preface = `Difference ${index + 1} of ${differences.all.length}: ${differences.text(index)}. `;
      this.isStateOld = true;
    }
    const text = document.getElementById("chosen");
    text.hidden = !difference;
    text.textContent = difference ? differences.text(index) : "";
    this.list.draw();
    this.request();
  }
}

const page = new Page(readTake(new Reader(bytesOf("take"))));
page.draw();
// The time from the start of the page until the first complete drawing, in milliseconds.
document.documentElement.dataset.drawn = performance.now().toFixed(1);
