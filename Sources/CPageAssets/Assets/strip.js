import { Rows, TimeAxis } from "./axis.js";
import { Notes } from "./notes.js";
import { Surface, paintRuler } from "./painting.js";
import { Verdicts } from "./judging.js";
import { element, setAttribute, setHidden, setText } from "./parts.js";
import { rangeBetween, rangeText } from "./ranges.js";
import { Roll } from "./roll.js";

// The notes of the last minute, which move to the left. A drag chooses a range of time. The axis counts from midnight,
// so that its marks are at whole seconds of the clock.
export class Strip {
  static span = 60000000;
  static most = 20000; // notes
  static slowInterval = 1000000;
  static ruler = 18;
  static slop = 4; // a pointer that moved less has clicked
  static shortest = 20000; // a shorter range isn't meant
  static signInterval = 4000000; // between two signs of an input
  static verdictColors = { right: "good", wrong: "record", extra: "record" };

  constructor({ colors, clock, isShown, lookOf, changed, keep }) {
    Object.assign(this, { colors, clock, isShown, lookOf, changed });
    this.entries = new Map();
    this.range = null;
    this.isOld = true;
    this.box = element("strip");
    this.hover = element("strip-time");
    this.line = element("strip-line");
    this.surface = new Surface(this.box.querySelector("canvas"));
    this.axis = new TimeAxis(0, Strip.span);
    this.axis.clock = clock;
    this.rows = new Rows(48, 72, 1);
    this.layers = { actual: new Notes() };
    this.verdicts = new Verdicts();
    this.isJudged = false;
    this.marks = [];
    const marking = {
      color: (notes, index) => this.judged[index] ?? `voice-${this.lookOf(this.inputs[index]).voice}`,
      signs: () => "", isAlone: () => true, counterpart: () => undefined,
    };
    this.roll = new Roll(this.surface, { axis: this.axis, rows: this.rows, colors, layers: this.layers, marking });
    this.followPointer();
    this.box.addEventListener("keydown", (event) => this.press(event, keep));
  }

  // Adds what a message of the server contains.
  add({ isReset, notes }) {
    if (isReset) this.entries.clear();
    for (const [id, input, channel, note, velocity, start, end] of notes) {
      this.entries.set(id, { input, channel, note, velocity, start, end });
    }
    this.isOld = true;
  }

  // Colors the notes by verdicts, or by their inputs.
  judge(verdicts) {
    this.verdicts = verdicts ?? new Verdicts();
    this.isJudged = verdicts !== null;
    this.isOld = true;
    const { byKey, missing } = this.verdicts;
    this.box.dataset.missing = missing.map(({ note }) => note).join(" ");
    this.box.dataset.judged = [...byKey].map(([key, verdict]) => `${key.split(" ")[1]} ${verdict}`).join(", ");
  }

  // Shows the marks of the state.
  setMarks(marks) {
    this.marks = marks;
    setAttribute(this.box, "data-marks", marks.map(([, , text]) => text).join(", "));
  }

  // Forgets the notes that ended before the strip begins.
  prune(time) {
    let surplus = this.entries.size - Strip.most;
    for (const [id, { end }] of this.entries) {
      if ((end !== null && end < time - Strip.span) || surplus > 0) {
        this.entries.delete(id);
        this.isOld = true;
        surplus -= 1;
      }
    }
  }

  fill() {
    const notes = new Notes();
    const offset = this.clock.sinceMidnight;
    let [lowest, highest] = [48, 72];
    [this.judged, this.inputs] = [[], []];
    for (const entry of this.entries.values()) {
      const { input, channel, note, velocity, start, end } = entry;
      if (!this.isShown(input)) continue;
      lowest = Math.min(lowest, note);
      highest = Math.max(highest, note);
      const times = { onset: start + offset, offset: end === null ? undefined : end + offset };
      const index = notes.add({ ...times, number: note, velocity, channel: channel - 1 });
      this.judged[index] = Strip.verdictColors[this.verdicts.of(entry)];
      this.inputs[index] = input;
    }
    const missing = this.missingNotes(offset);
    for (let index = 0; index < missing.count; index += 1) {
      lowest = Math.min(lowest, missing.number[index]);
      highest = Math.max(highest, missing.number[index]);
    }
    // The range only grows while there are notes, so that rows don't jump.
    if (notes.count > 0 && this.layers.actual.count > 0) {
      lowest = Math.min(lowest, this.rows.lowest + 1);
      highest = Math.max(highest, this.rows.highest - 1);
    }
    if (lowest - 1 !== this.rows.lowest || highest + 1 !== this.rows.highest) {
      this.rows = this.roll.rows = new Rows(lowest, highest, 1);
    }
    this.layers.actual = notes;
    if (missing.count > 0) this.layers.expected = missing;
    else delete this.layers.expected;
    this.isOld = false;
  }

  // The notes that should have been played, which are hatched as in reports.
  missingNotes(offset) {
    const notes = new Notes();
    for (const { note, start, end } of this.verdicts.missing) {
      const index = notes.add({ onset: start + offset, offset: end + offset, number: note, velocity: 64 });
      notes.marked[index] = 0;
    }
    return notes;
  }

  // Returns whether a picture is due: after half a pixel, or later if the user wants little motion.
  isDue(time, isSlow) {
    const interval = isSlow ? Strip.slowInterval : (Strip.span / Math.max(1, this.axis.plotWidth)) / 2;
    return this.drawnRange !== this.range || !(Math.abs(time - this.now) < interval);
  }

  reset() {
    this.entries.clear();
    this.isOld = true;
    this.choose(null);
  }

  draw(time) {
    this.drawnRange = this.range;
    this.now = time;
    this.prune(time);
    if (this.isOld) this.fill();
    const { surface, axis, rows, colors, clock } = this;
    if (!surface.fit()) return;
    axis.width = surface.width;
    axis.to = this.layers.actual.end = time + clock.sinceMidnight;
    axis.from = axis.to - Strip.span;
    axis.set(axis.from, Strip.span);
    rows.fit(Strip.ruler, surface.height - Strip.ruler);
    surface.fill(colors.panel);
    this.roll.draw(null);
    this.drawSigns();
    this.drawCrosses();
    paintRuler(surface, colors, axis, Strip.ruler);
    this.drawMarks();
    this.drawRange();
    this.box.dataset.start = axis.start - clock.sinceMidnight;
    this.box.dataset.span = axis.span;
    this.box.dataset.gutter = TimeAxis.gutter;
    this.box.dataset.count = this.entries.size;
  }

  x(time) {
    return this.axis.x(time + this.clock.sinceMidnight);
  }

  timeAt(x) {
    const time = this.axis.time(Math.max(TimeAxis.gutter, Math.min(this.axis.width, x))) - this.clock.sinceMidnight;
    return Math.round(Math.min(this.now ?? 0, time));
  }

  // Draws the signs of several inputs: where another one plays, and now and then.
  drawSigns() {
    const { surface: { context }, layers: { actual }, axis, rows, colors } = this;
    if (new Set(this.inputs).size < 2) return;
    const drawn = new Map();
    let before = null;
    context.font = "10px system-ui, sans-serif";
    context.textBaseline = "middle";
    context.lineWidth = 3;
    for (const [index, input] of this.inputs.entries()) {
      const onset = actual.onset[index];
      const isDue = input !== before || onset - (drawn.get(input) ?? -Infinity) > Strip.signInterval;
      before = input;
      if (!isDue || axis.x(onset) < TimeAxis.gutter + 10) continue;
      drawn.set(input, onset);
      const { voice, sign } = this.lookOf(input);
      const place = [axis.x(onset) - 10, rows.y(actual.number[index]) + rows.rowHeight / 2];
      context.strokeStyle = colors.panel;
      context.fillStyle = colors[`voice-${voice}`];
      context.strokeText(sign, ...place);
      context.fillText(sign, ...place);
    }
  }

  // Crosses wrong notes, which are distinguishable without colors then.
  drawCrosses() {
    const { surface: { context }, layers: { actual }, axis, rows, colors } = this;
    context.strokeStyle = colors.text;
    context.lineWidth = 1.5;
    context.beginPath();
    for (const [index, color] of this.judged.entries()) {
      const x = axis.x(actual.onset[index]);
      if (color !== Strip.verdictColors.wrong || x < TimeAxis.gutter) continue;
      const y = rows.y(actual.number[index]) + rows.rowHeight / 2;
      for (const side of [-3, 3]) {
        context.moveTo(x - 3, y - side);
        context.lineTo(x + 3, y + side);
      }
    }
    context.stroke();
  }

  // Draws the marks as lines with their names.
  drawMarks() {
    const { surface: { context, width, height }, colors } = this;
    context.font = "10px system-ui, sans-serif";
    context.textBaseline = "middle";
    for (const [, time, text] of this.marks) {
      const x = Math.round(this.x(time));
      if (x < TimeAxis.gutter || x > width) continue;
      context.fillStyle = colors.tint;
      context.fillRect(x - 1, Strip.ruler, 2, height - Strip.ruler);
      const shown = text.length > 24 ? `${text.slice(0, 23)}…` : text;
      const room = context.measureText(shown).width + 6;
      const left = Math.min(x, width - room);
      context.fillRect(left, Strip.ruler, room, 13);
      context.fillStyle = colors.panel;
      context.fillText(shown, left + 3, Strip.ruler + 7);
    }
  }

  drawRange() {
    if (!this.range) return;
    const { surface, colors } = this;
    const left = Math.max(TimeAxis.gutter, this.x(this.range.from));
    const right = Math.min(surface.width, this.x(this.range.to));
    if (right < TimeAxis.gutter) return;
    surface.context.fillStyle = colors.chosen;
    surface.context.globalAlpha = 0.16;
    surface.context.fillRect(left, 0, Math.max(1, right - left), surface.height);
    surface.context.globalAlpha = 1;
    for (const x of [left, right]) surface.context.fillRect(Math.round(x) - 1, 0, 2, surface.height);
  }

  choose(range) {
    this.range = range;
    this.box.dataset.range = range ? `${range.from} ${range.to}` : "";
    this.changed(range);
  }

  get rangeText() {
    const { range, clock } = this;
    return range ? `${rangeText(range)} from ${clock.text(range.from, 0)}` : "";
  }

  followPointer() {
    const { box } = this;
    let start = null;
    const place = (event) => event.clientX - box.getBoundingClientRect().left;
    box.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      box.setPointerCapture(event.pointerId);
      start = { x: place(event), time: this.timeAt(place(event)) };
    });
    box.addEventListener("pointermove", (event) => {
      this.show(place(event));
      if (!start || Math.abs(place(event) - start.x) < Strip.slop) return;
      this.choose(rangeBetween(start.time, this.timeAt(place(event)), Strip.shortest) ?? this.range);
    });
    box.addEventListener("pointerup", (event) => {
      // A click outside clears the range.
      if (start && Math.abs(place(event) - start.x) < Strip.slop && this.range) this.choose(null);
      start = null;
    });
    box.addEventListener("pointercancel", () => {
      start = null;
    });
    box.addEventListener("pointerleave", () => this.hide());
    box.addEventListener("blur", () => this.hide());
  }

  hide() {
    setHidden(this.line, true);
    setText(this.hover, "");
  }

  // Names the time at a place.
  show(x) {
    if (this.now === undefined || x < TimeAxis.gutter) {
      this.hide();
      return;
    }
    const time = this.timeAt(x);
    setHidden(this.line, false);
    this.line.style.transform = `translateX(${Math.round(x)}px)`;
    setText(this.hover, `${this.clock.text(time, 2)} · ${((this.now - time) / 1000000).toFixed(1)} s ago`);
  }

  // The arrows move a mark by a second, with Control by a tenth, and with Shift they choose a range.
  press(event, keep) {
    const step = event.ctrlKey ? 100000 : 1000000;
    const moves = {
      ArrowLeft: -step, ArrowRight: step, PageUp: -10 * step, PageDown: 10 * step, Home: -Infinity, End: Infinity,
    };
    if (event.key === "Enter" && this.range) keep();
    else if (event.key === "Delete" || event.key === "Backspace") this.choose(null);
    else if (event.key in moves) {
      const before = Math.max(this.now - Strip.span, this.mark ?? this.now);
      this.mark = Math.min(this.now, Math.max(this.now - Strip.span, before + moves[event.key]));
      this.anchor = event.shiftKey ? (this.anchor ?? before) : this.mark;
      if (event.shiftKey) this.choose(rangeBetween(this.anchor, this.mark));
      this.show(this.x(this.mark));
    } else return;
    event.preventDefault();
  }
}
