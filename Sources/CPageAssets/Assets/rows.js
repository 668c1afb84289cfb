// The visible rows of notes in a part of a canvas. Places are in CSS pixels from its top edge.
export class Rows {
  // Shows at least two octaves.
  constructor(lowest, highest) {
    if (lowest > highest) [lowest, highest] = [60, 60];
    while (highest - lowest < 23) {
      if (highest < 127) highest += 1;
      if (lowest > 0) lowest -= 1;
    }
    this.lowest = Math.max(0, lowest - 1);
    this.highest = Math.min(127, highest + 1);
    this.topNote = this.highest;
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

  // Takes a part of the canvas.
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

  // The lowest visible note, or the one below it.
  get bottomNote() {
    return Math.floor(this.topNote - this.height / this.rowHeight) - 1;
  }

  // Sets the height of rows; 0 fits all of them.
  set(height, topNote) {
    const count = this.highest - this.lowest + 1;
    const fitting = Math.min(20, Math.max(2, this.height / count));
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
