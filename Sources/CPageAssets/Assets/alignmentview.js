// The visible time range of an alignment, in microseconds of one of two axes.
export class TimeView {
  static gutter = 54; // the width of the keys and numbers at the left
  static shortest = 100000;

  constructor(data) {
    this.data = data;
    this.axis = "musical";
    this.width = 800;
    this.changed = () => {};
    this.fit();
  }

  get from() {
    return this.axis === "musical" ? this.data.musicalRange[0] : this.data.realRange[0];
  }

  get to() {
    return this.axis === "musical" ? this.data.musicalRange[1] : this.data.realRange[1];
  }

  get plotWidth() {
    return Math.max(1, this.width - TimeView.gutter);
  }

  // The part of a note or bar on the axis.
  start(item) {
    return item[this.axis];
  }

  end(item) {
    return this.axis === "musical" ? item.musicalEnd : item.realEnd;
  }

  x(time) {
    return TimeView.gutter + ((time - this.first) / this.span) * this.plotWidth;
  }

  time(x) {
    return this.first + ((x - TimeView.gutter) / this.plotWidth) * this.span;
  }

  fit() {
    const margin = Math.max((this.to - this.from) * 0.01, 100000);
    this.set(this.from - margin, this.to - this.from + 2 * margin);
  }

  set(first, span) {
    const whole = Math.max(this.to - this.from, TimeView.shortest) * 1.1;
    this.span = Math.min(Math.max(span, TimeView.shortest), whole);
    this.first = Math.min(Math.max(first, this.from - this.span / 2), this.to - this.span / 2);
    this.changed();
  }

  scroll(part) {
    this.set(this.first + part * this.span, this.span);
  }

  zoom(factor, x = TimeView.gutter + this.plotWidth / 2) {
    const time = this.time(x);
    const span = Math.max(this.span / factor, TimeView.shortest);
    this.set(time - ((x - TimeView.gutter) / this.plotWidth) * span, span);
  }

  // Shows some notes in the middle; zooms in if the whole take is visible.
  show(notes) {
    const first = Math.min(...notes.map((note) => this.start(note)));
    const last = Math.max(...notes.map((note) => this.end(note)));
    const span = Math.min(this.span, Math.max(8000000, (last - first) * 2));
    this.set((first + last) / 2 - span / 2, span);
  }

  // Changes the axis, and keeps the moment in the middle.
  setAxis(axis) {
    const middle = this.first + this.span / 2;
    const part = this.span / Math.max(1, this.to - this.from);
    const nearest = this.nearest(middle);
    this.axis = axis;
    const span = part * (this.to - this.from);
    this.set((nearest ? nearest[axis] : this.from) - span / 2, span);
  }

  nearest(time) {
    let best = null;
    for (const note of this.data.actual.notes) {
      if (best === null || Math.abs(this.start(note) - time) < Math.abs(this.start(best) - time)) best = note;
    }
    return best;
  }
}
