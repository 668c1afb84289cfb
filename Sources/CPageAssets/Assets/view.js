// The visible part of the take. Times are in microseconds, places in CSS pixels from the left edge of a canvas.
class View {
  static gutter = 52; // the width of keys and values
  static ruler = 22;
  static marks = 20;
  static top = View.ruler + View.marks; // the top of the roll's rows
  static shortest = 2000; // the shortest time range

  constructor(from, to, lowest, highest) {
    const margin = Math.max((to - from) * 0.01, 1000);
    this.from = from - margin;
    this.to = to + margin;
    this.start = this.from;
    this.span = this.to - this.from;
    this.lowest = lowest;
    this.highest = highest;
    this.width = 800;
    this.height = 300;
    this.bars = []; // the start times of bars, and all beats, if the page shows them
    this.beats = null;
    this.rowHeight = 0; // fits all rows until the user zooms
    this.topNote = highest;
    this.changed = () => {};
  }

  get plotWidth() {
    return Math.max(1, this.width - View.gutter);
  }

  get plotHeight() {
    return Math.max(1, this.height - View.top);
  }

  get end() {
    return this.start + this.span;
  }

  x(time) {
    return View.gutter + ((time - this.start) / this.span) * this.plotWidth;
  }

  time(x) {
    return this.start + ((x - View.gutter) / this.plotWidth) * this.span;
  }

  // The upper edge of a note's row.
  y(number) {
    return View.top + (this.topNote - number) * this.rowHeight;
  }

  number(y) {
    return Math.ceil(this.topNote - (y - View.top) / this.rowHeight);
  }

  resize(width, height) {
    this.width = width;
    this.height = height;
    this.setRows(this.hasOwnRows ? this.rowHeight : 0, this.topNote);
    this.changed();
  }

  // Sets the height of rows; 0 fits all of them.
  setRows(height, topNote) {
    const count = this.highest - this.lowest + 1;
    const fitting = Math.min(20, Math.max(2, this.plotHeight / count));
    this.hasOwnRows = height > fitting;
    this.rowHeight = this.hasOwnRows ? Math.min(40, height) : fitting;
    const seen = this.plotHeight / this.rowHeight;
    // A small number of rows is centered.
    const room = Math.max(0, seen - count) / 2;
    const lowestTop = Math.min(this.highest + room, this.lowest - 1 + seen);
    this.topNote = Math.min(this.highest + room, Math.max(lowestTop, topNote));
  }

  set(start, span) {
    const whole = this.to - this.from;
    this.span = Math.min(whole, Math.max(Math.min(View.shortest, whole), span));
    this.start = Math.min(this.to - this.span, Math.max(this.from, start));
    this.changed();
  }

  // Scales the time range around a fixed place.
  zoom(factor, x = View.gutter + this.plotWidth / 2) {
    const time = this.time(x);
    const whole = this.to - this.from;
    const span = Math.min(whole, Math.max(Math.min(View.shortest, whole), this.span * factor));
    this.set(time - ((x - View.gutter) / this.plotWidth) * span, span);
  }

  zoomRows(factor, y) {
    const place = (y - View.top) / this.rowHeight;
    const note = this.topNote - place;
    this.setRows(this.rowHeight / factor, 0);
    this.setRows(this.rowHeight, note + (y - View.top) / this.rowHeight);
    this.changed();
  }

  scroll(pixelsRight, pixelsDown = 0) {
    this.setRows(this.hasOwnRows ? this.rowHeight : 0, this.topNote - pixelsDown / this.rowHeight);
    this.set(this.start + (pixelsRight / this.plotWidth) * this.span, this.span);
  }

  showAll() {
    this.setRows(0, this.highest);
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

  showRows(lowest, highest) {
    const bottom = this.topNote - this.plotHeight / this.rowHeight + 1;
    if (this.rowHeight < 6 || highest > this.topNote || lowest < bottom) {
      const height = Math.max(this.rowHeight, 10);
      this.setRows(height, (lowest + highest) / 2 + this.plotHeight / height / 2);
    }
    this.changed();
  }
}
