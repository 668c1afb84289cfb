import { barText, timeText } from "./words.js";

// The visible part of a time range. Times are in microseconds, places in CSS pixels from the left edge of a canvas.
export class TimeAxis {
  static gutter = 52; // the width of keys and values
  static shortest = 2000; // the shortest visible range

  constructor(from, to) {
    this.width = 800;
    this.clock = null; // the time of day, if the axis counts from midnight
    this.bars = []; // the start times of bars, and all beats, if the page shows them
    this.beats = null;
    this.changed = () => {};
    this.setRange(from, to);
  }

  // Changes the whole range, and shows it with a margin.
  setRange(from, to) {
    const margin = Math.max((to - from) * 0.01, 1000);
    this.from = from - margin;
    this.to = to + margin;
    this.last = to;
    this.showAll();
  }

  // Extends the whole range. If the old end is visible, the visible part moves to the new end.
  extend(to) {
    if (to <= this.to) return;
    const follows = this.end >= this.to;
    this.to = this.last = to;
    if (follows) this.set(to - this.span, this.span);
  }

  get plotWidth() {
    return Math.max(1, this.width - TimeAxis.gutter);
  }

  get end() {
    return this.start + this.span;
  }

  x(time) {
    return TimeAxis.gutter + ((time - this.start) / this.span) * this.plotWidth;
  }

  time(x) {
    return this.start + ((x - TimeAxis.gutter) / this.plotWidth) * this.span;
  }

  // A time as the page shows it: "12:3.50", or "1.5 s".
  text(time) {
    return this.beats && time >= 0 ? barText(this.beats, time) : timeText(time);
  }

  set(start, span) {
    const whole = this.to - this.from;
    this.span = Math.min(whole, Math.max(Math.min(TimeAxis.shortest, whole), span));
    this.start = Math.min(this.to - this.span, Math.max(this.from, start));
    this.changed();
  }

  // Scales the visible range around a fixed place.
  zoom(factor, x = TimeAxis.gutter + this.plotWidth / 2) {
    const time = this.time(x);
    const whole = this.to - this.from;
    const span = Math.min(whole, Math.max(Math.min(TimeAxis.shortest, whole), this.span * factor));
    this.set(time - ((x - TimeAxis.gutter) / this.plotWidth) * span, span);
  }

  scroll(pixelsRight) {
    this.set(this.start + (pixelsRight / this.plotWidth) * this.span, this.span);
  }

  showAll() {
    this.set(this.from, this.to - this.from);
  }

  // Shows a time range with the least change. If a detail (a place and a length) matters, it gets a minimum length in
  // pixels.
  show(from, to, detail) {
    let wanted = Math.max((to - from) * 3, 200000);
    let middle = (from + to) / 2;
    if (detail && (detail.length / wanted) * this.plotWidth < 14) {
      wanted = (detail.length * this.plotWidth) / 14;
      if (to - from > wanted * 0.7) middle = detail.time;
    }
    const fits = this.span <= wanted * 2.5 && this.span >= wanted / 2.5;
    const span = fits ? this.span : wanted;
    const half = Math.min((to - from) / 2, span * 0.3);
    const isSeen = fits && middle - half >= this.start + span * 0.05 && middle + half <= this.end - span * 0.05;
    if (!isSeen) this.set(middle - span / 2, span);
  }
}

// The time at which a page shows the state.
export class Cursor {
  constructor(axis, time) {
    this.axis = axis;
    this.time = time;
    this.moved = () => {};
  }

  // Moves to a time. If it is followed, it stays visible.
  move(time, isFollowed = false) {
    const { axis } = this;
    this.time = Math.min(axis.to, Math.max(axis.from, Math.round(time)));
    if (isFollowed && (this.time < axis.start || this.time > axis.end)) axis.set(this.time - axis.span / 2, axis.span);
    this.moved();
  }

  // The place to zoom around, or undefined if it isn't visible.
  get place() {
    const x = this.axis.x(this.time);
    return x >= TimeAxis.gutter && x <= this.axis.width ? x : undefined;
  }
}

// The visible rows of notes in a part of a canvas. Places are in CSS pixels from its top edge.
export class Rows {
  // Shows at least two octaves. If many rows have little room, they have the least height.
  constructor(lowest, highest, least = 2) {
    if (lowest > highest) [lowest, highest] = [60, 60];
    while (highest - lowest < 23) {
      if (highest < 127) highest += 1;
      if (lowest > 0) lowest -= 1;
    }
    this.lowest = Math.max(0, lowest - 1);
    this.highest = Math.min(127, highest + 1);
    this.topNote = this.highest;
    this.least = least;
    this.changed = () => {};
    this.fit(0, 300);
  }

  // The rows of all notes of the sides.
  static of(...sides) {
    let [lowest, highest] = [127, 0];
    for (const { number, count } of sides) {
      for (let index = 0; index < count; index += 1) {
        if (number[index] < lowest) lowest = number[index];
        if (number[index] > highest) highest = number[index];
      }
    }
    return new Rows(lowest, highest);
  }

  // Sets the part of the canvas.
  fit(top, height) {
    this.top = top;
    this.height = Math.max(1, height);
    this.set(this.isZoomed ? this.rowHeight : 0, this.topNote);
  }

  // The upper edge of a note's row.
  y(number) {
    return this.top + (this.topNote - number) * this.rowHeight;
  }

  number(y) {
    return Math.ceil(this.topNote - (y - this.top) / this.rowHeight);
  }

  // The lowest visible note, or the note below it.
  get bottomNote() {
    return Math.floor(this.topNote - this.height / this.rowHeight) - 1;
  }

  // Sets the height of rows; 0 fits all of them.
  set(height, topNote) {
    const count = this.highest - this.lowest + 1;
    const fitting = Math.min(20, Math.max(this.least, this.height / count));
    this.isZoomed = height > fitting;
    this.rowHeight = this.isZoomed ? Math.min(40, height) : fitting;
    const seen = this.height / this.rowHeight;
    // A small number of rows is centered.
    const room = Math.max(0, seen - count) / 2;
    const lowestTop = Math.min(this.highest + room, this.lowest - 1 + seen);
    this.topNote = Math.min(this.highest + room, Math.max(lowestTop, topNote));
    this.changed();
  }

  zoom(factor, y) {
    const note = this.topNote - (y - this.top) / this.rowHeight;
    this.set(this.rowHeight / factor, 0);
    this.set(this.rowHeight, note + (y - this.top) / this.rowHeight);
  }

  scroll(pixelsDown) {
    this.set(this.isZoomed ? this.rowHeight : 0, this.topNote - pixelsDown / this.rowHeight);
  }

  showAll() {
    this.set(0, this.highest);
  }

  show(lowest, highest) {
    const bottom = this.topNote - this.height / this.rowHeight + 1;
    if (this.rowHeight >= 6 && highest <= this.topNote && lowest >= bottom) return;
    const height = Math.max(this.rowHeight, 10);
    this.set(height, (lowest + highest) / 2 + this.height / height / 2);
  }
}
