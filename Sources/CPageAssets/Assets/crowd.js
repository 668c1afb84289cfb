import { TimeAxis } from "./axis.js";
import { isBlackKey } from "./words.js";

// Draws more notes than can be distinguished. For each row and pixel, it shows whether a matching note exists, an
// expected note (in the upper half of the row), or an actual note (in the lower half).
export class Crowd {
  static same = 1;
  static expected = 2;
  static actual = 4;

  constructor() {
    this.cells = new Uint8Array(0);
    this.image = null;
  }

  draw(surface, { axis, rows, colors, layers }) {
    const { context, ratio } = surface;
    const left = Math.round(TimeAxis.gutter * ratio);
    const top = Math.round(rows.top * ratio);
    const width = surface.canvas.width - left;
    const height = Math.min(surface.canvas.height, Math.round((rows.top + rows.height) * ratio)) - top;
    if (width <= 0 || height <= 0) return;
    this.fill(axis, layers, width);
    if (!this.image || this.image.width !== width || this.image.height !== height) {
      this.image = context.createImageData(width, height);
    }
    this.paint(colors, rows, ratio, width, height);
    context.putImageData(this.image, left, top);
  }

  fill({ start, end, span }, layers, width) {
    if (this.cells.length !== 128 * width) this.cells = new Uint8Array(128 * width);
    const cells = this.cells.fill(0);
    const scale = width / span;
    for (const [side, notes] of Object.entries(layers)) {
      const { onset, number, marked } = notes;
      notes.forEach(start, end, (index) => {
        const mark = marked[index] < 0 ? Crowd.same : Crowd[side];
        const first = Math.max(0, ((onset[index] - start) * scale) | 0);
        const last = Math.min(width - 1, ((notes.barEnd(index) - start) * scale) | 0);
        const row = number[index] * width;
        for (let column = first; column <= last; column += 1) cells[row + column] |= mark;
      });
    }
  }

  // Each line of pixels is created once for half a row, and copied.
  paint(colors, rows, ratio, width, height) {
    const pixels = new Uint32Array(this.image.data.buffer);
    const { numbers } = colors;
    const rowHeight = rows.rowHeight * ratio;
    const line = new Uint32Array(width);
    let y = 0;
    while (y < height) {
      const place = y / rowHeight;
      const number = Math.ceil(rows.topNote - place - 1e-9);
      const rowTop = (rows.topNote - number) * rowHeight;
      const isLower = y + 0.5 - rowTop >= rowHeight / 2;
      let next = Math.ceil(rowTop + (isLower ? rowHeight : rowHeight / 2) - 0.5);
      if (next <= y) next = y + 1;
      next = Math.min(next, height);
      this.paintLine(line, number, isLower ? Crowd.actual : Crowd.expected, numbers, width);
      // A line of background at the end of each row separates the rows.
      const gap = isLower && rowHeight >= 4 && next < height ? 1 : 0;
      for (let at = y; at < next - gap; at += 1) pixels.set(line, at * width);
      if (gap) pixels.fill(this.background(number, numbers), (next - 1) * width, next * width);
      y = next;
    }
  }

  background(number, numbers) {
    return isBlackKey(number) ? numbers["dark-row"] : numbers.row;
  }

  paintLine(line, number, own, numbers, width) {
    line.fill(this.background(number, numbers));
    if (number < 0 || number > 127) return;
    const { cells } = this;
    const row = number * width;
    const color = own === Crowd.actual ? numbers.actual : numbers.expected;
    const other = Crowd.expected + Crowd.actual - own;
    for (let column = 0; column < width; column += 1) {
      const cell = cells[row + column];
      if (cell === 0) continue;
      if (cell & own) line[column] = color;
      else if (cell & Crowd.same && !(cell & other)) line[column] = numbers.same;
    }
  }
}
