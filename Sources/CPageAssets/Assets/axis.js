import { barText, timeText } from "./words.js";

// The visible part of a time range. Times are in microseconds, places in CSS pixels from the left edge of a canvas.
export class TimeAxis {
  static gutter = 52; // the width of keys and values
  static shortest = 2000; // the shortest visible range

  constructor(from, to) {
    this.width = 800;
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

  // Makes the whole range longer. The visible part follows its end if it was there.
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
