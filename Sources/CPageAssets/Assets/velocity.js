import { TimeAxis } from "./axis.js";
import { Roll } from "./roll.js";

// The velocities in a part of a canvas: a stem at each onset, as high as its velocity. Expected stems have rings, and
// actual stems have dots. An expected note has a stem only if it differs.
export class Stems {
  constructor(surface, { axis, colors, layers, marking }) {
    Object.assign(this, { surface, axis, colors, layers, marking, top: 0, height: 64 });
  }

  y(velocity) {
    return this.top + 6 + (1 - velocity / 127) * (this.height - 8);
  }

  draw() {
    const { axis } = this;
    const layers = Object.entries(this.layers);
    const count = layers.reduce((sum, [, notes]) => sum + notes.roughCount(axis.start, axis.end), 0);
    for (const [side, notes] of layers) {
      if (count > Roll.individually) this.drawColumns(notes, side === "expected");
      else this.drawStems(notes, side === "expected");
    }
  }

  drawStems(notes, isExpected) {
    const { axis, colors, marking } = this;
    const { context } = this.surface;
    const bottom = this.top + this.height;
    notes.forEach(axis.start, axis.end, (index) => {
      const color = marking.color(notes, index);
      if (notes.onset[index] < axis.start || (isExpected && color === null)) return;
      const x = axis.x(notes.onset[index]);
      const y = this.y(notes.velocity[index]);
      context.fillStyle = isExpected ? colors.expected : colors[color ?? "same"];
      context.fillRect(x - 0.75, y, 1.5, bottom - y);
      context.beginPath();
      context.arc(x, y, isExpected ? 4 : 2.5, 0, 2 * Math.PI);
      if (!isExpected) {
        context.fill();
        return;
      }
      context.strokeStyle = colors.expected;
      context.lineWidth = 1.5;
      context.stroke();
    });
  }

  // The highest velocity at each pixel.
  drawColumns(notes, isExpected) {
    const { axis, colors } = this;
    const { context } = this.surface;
    const highest = new Uint8Array(Math.ceil(axis.plotWidth) + 1);
    notes.forEach(axis.start, axis.end, (index) => {
      const column = Math.floor(axis.x(notes.onset[index]) - TimeAxis.gutter);
      if (column >= 0 && notes.velocity[index] > highest[column]) highest[column] = notes.velocity[index];
    });
    context.fillStyle = isExpected ? colors.expected : colors.same;
    highest.forEach((velocity, column) => {
      if (velocity === 0) return;
      const y = this.y(velocity);
      context.fillRect(TimeAxis.gutter + column, y, 1, isExpected ? 2 : this.top + this.height - y);
    });
  }

  // The difference of the nearest stem, or −1.
  differenceAt(x, y) {
    const { axis } = this;
    let nearest = { distance: 8, index: -1 };
    for (const notes of Object.values(this.layers)) {
      notes.forEach(axis.time(x - 8), axis.time(x + 8), (index) => {
        if (notes.marked[index] < 0) return;
        const distance = Math.hypot(axis.x(notes.onset[index]) - x, Math.max(0, this.y(notes.velocity[index]) - y));
        if (distance < nearest.distance) nearest = { distance, index: notes.marked[index] };
      });
    }
    return nearest.index;
  }
}
