import { TimeAxis } from "./axis.js";
import { Crowd } from "./crowd.js";
import { paintChosen, paintGrid } from "./painting.js";
import { isBlackKey, noteNames } from "./words.js";

// A piano roll in a part of a canvas: keys, rows, and notes. The notes of a single layer are filled. Of two
// layers, the actual notes are filled, and the expected notes that differ are hatched. Marking returns the colors and
// signs of notes, as Differences does.
export class Roll {
  static individually = 5000; // the maximum number of notes that are drawn one by one

  constructor(surface, { axis, rows, colors, layers, marking, names = noteNames }) {
    Object.assign(this, { surface, axis, rows, colors, layers, marking, names });
    this.crowd = new Crowd();
  }

  // Draws the time range of the chosen difference, and then calls a function that draws more below the notes.
  draw(chosen, drawBelow = () => {}) {
    const { surface, axis, rows, colors } = this;
    const [top, bottom] = [rows.top, rows.top + rows.height];
    const count = Object.values(this.layers).reduce((sum, notes) => sum + notes.roughCount(axis.start, axis.end), 0);
    const isCrowd = count > Roll.individually;
    surface.clip(top, bottom, () => {
      if (isCrowd) {
        this.crowd.draw(surface, this);
      } else {
        this.drawRows();
        paintChosen(surface, colors, axis, chosen, top, bottom);
      }
      drawBelow();
      paintGrid(surface, colors, axis, top, bottom);
      if (!isCrowd) this.drawNotes();
      this.drawChosen();
    });
    this.drawKeys();
  }

  drawRows() {
    const { axis, rows, colors } = this;
    const { context } = this.surface;
    context.fillStyle = colors.row;
    context.fillRect(TimeAxis.gutter, rows.top, axis.plotWidth, rows.height);
    for (let number = Math.ceil(rows.topNote); number >= rows.bottomNote; number -= 1) {
      if (isBlackKey(number)) {
        context.fillStyle = colors["dark-row"];
        context.fillRect(TimeAxis.gutter, rows.y(number), axis.plotWidth, rows.rowHeight);
      }
      if (number % 12 === 0) {
        context.fillStyle = colors.octave;
        context.fillRect(TimeAxis.gutter, rows.y(number) + rows.rowHeight - 0.5, axis.plotWidth, 1);
      }
    }
  }

  // The place of a note, at least two pixels wide.
  place(notes, index) {
    const { axis, rows } = this;
    const left = Math.max(axis.x(notes.onset[index]), TimeAxis.gutter - 4);
    const right = Math.min(axis.x(notes.barEnd(index)), axis.width + 4);
    const gap = rows.rowHeight >= 4 ? 1 : 0;
    return { left, width: Math.max(2, right - left), top: rows.y(notes.number[index]), height: rows.rowHeight - gap };
  }

  drawNotes() {
    const { axis, rows, colors, marking } = this;
    const { expected, actual } = this.layers;
    const differing = [];
    expected?.forEach(axis.start, axis.end, (index) => {
      if (expected.marked[index] >= 0 && (actual || marking.isAlone(index))) differing.push(index);
      else if (!actual) this.drawFilled(expected, index);
      else if (!expected.isTwin[index] && rows.rowHeight >= 6) this.drawEdge(expected, index, colors["same-edge"], 1);
    });
    // The hatching is below the actual notes, the outline above.
    for (const index of differing) this.drawHatched(expected, index);
    for (const index of differing) {
      // A note without an actual one has its sign here.
      if (rows.rowHeight >= 9 && marking.isAlone(index)) {
        this.write(marking.signs(expected, index), this.place(expected, index), colors.text);
      }
    }
    actual?.forEach(axis.start, axis.end, (index) => this.drawFilled(actual, index));
    for (const index of differing) this.drawEdge(expected, index, colors.expected, 1.5);
    if (actual) for (const index of differing) this.drawLink(expected, actual, index);
  }

  drawFilled(notes, index) {
    const { context } = this.surface;
    const { rows, colors, marking } = this;
    const place = this.place(notes, index);
    const name = marking.color(notes, index);
    const differs = name !== null;
    const isLeftOut = !differs && notes.difference[index] >= 0;
    const inset = differs && rows.rowHeight >= 7 ? Math.max(1, rows.rowHeight * 0.16) : 0;
    const color = colors[name ?? "same"];
    context.fillStyle = color;
    this.drawHold(notes, index, place);
    const hangs = notes.offset[index] === Infinity;
    const strength = differs ? 1 : isLeftOut ? 0.25 : 0.5 + notes.velocity[index] / 254;
    context.globalAlpha = strength * (hangs ? 0.4 : 1);
    context.fillRect(place.left, place.top + inset, place.width, place.height - inset * 2);
    context.globalAlpha = 1;
    if (hangs) this.drawEdge(notes, index, differs ? color : colors["same-edge"], 1.5);
    if (rows.rowHeight < 9) return;
    const pitch = rows.rowHeight >= 12 && place.width >= 44 ? this.names[notes.number[index]] : "";
    this.write(`${marking.signs(notes, index)} ${pitch}`.trim(), place, hangs ? colors.text : colors.panel);
  }

  // Writes a text into a note if there is room for it.
  write(text, place, color) {
    const { context } = this.surface;
    context.font = "bold 10px system-ui, sans-serif";
    context.textBaseline = "middle";
    const left = Math.max(place.left, TimeAxis.gutter);
    if (!text || context.measureText(text).width + 6 > place.left + place.width - left) return;
    context.fillStyle = color;
    context.fillText(text, left + 3, place.top + place.height / 2 + 0.5);
  }

  // The time that a pedal holds a note: a thin bar after the key's.
  drawHold(notes, index, place) {
    const { axis } = this;
    if (notes.soundEnd[index] > -Infinity) this.drawRing(notes, index, place);
    if (!(notes.silence[index] > notes.offset[index])) return;
    const right = Math.min(axis.x(Math.min(notes.silence[index], notes.end)), axis.width + 4);
    const height = Math.max(1, place.height * 0.25);
    const left = place.left + place.width;
    if (right <= left) return;
    this.surface.context.globalAlpha = 0.6;
    this.surface.context.fillRect(left, place.top + (place.height - height) / 2, right - left, height);
  }

  // The decay in a synthesizer: a line to its end, or to a stroke if the sound was cut off.
  drawRing(notes, index, place) {
    const { axis } = this;
    const { context } = this.surface;
    const from = Math.max(notes.barEnd(index), Math.min(notes.silence[index], notes.end));
    const left = Math.max(axis.x(from), place.left);
    const right = Math.min(axis.x(notes.soundEnd[index]), axis.width + 4);
    const middle = place.top + place.height / 2;
    context.globalAlpha = 0.6;
    if (right > left) context.fillRect(left, middle - 0.5, right - left, 1);
    context.globalAlpha = 1;
    if (notes.isStolen[index]) context.fillRect(Math.max(left, right) - 1, place.top, 2, Math.max(1, place.height));
  }

  // The edge of a note, dashed and open at the right if the note is hanging.
  drawEdge(notes, index, color, lineWidth) {
    const { context } = this.surface;
    const place = this.place(notes, index);
    const left = place.left + lineWidth / 2;
    const top = place.top + lineWidth / 2;
    const width = Math.max(0.5, place.width - lineWidth);
    const height = Math.max(0.5, place.height - lineWidth);
    context.strokeStyle = color;
    context.lineWidth = lineWidth;
    if (this.rows.rowHeight < 7 && this.layers.actual && notes.marked[index] >= 0) {
      // In a low row, an outline would hide the note below it.
      context.fillStyle = color;
      context.fillRect(place.left, place.top, place.width, 1);
      return;
    }
    if (notes.offset[index] !== Infinity) {
      context.strokeRect(left, top, width, height);
      return;
    }
    context.setLineDash([5, 3]);
    context.beginPath();
    context.moveTo(left + width, top);
    context.lineTo(left, top);
    context.lineTo(left, top + height);
    context.lineTo(left + width, top + height);
    context.stroke();
    context.setLineDash([]);
  }

  drawHatched(notes, index) {
    const { context } = this.surface;
    const { colors } = this;
    const place = this.place(notes, index);
    context.fillStyle = colors.expected;
    this.drawHold(notes, index, place);
    context.globalAlpha = 1;
    context.fillStyle = colors.hatch;
    context.fillRect(place.left, place.top, place.width, place.height);
  }

  // Draws a line from an expected note to its actual partner in a different row.
  drawLink(expected, actual, index) {
    const other = this.marking.counterpart(index);
    if (other === undefined || expected.number[index] === actual.number[other]) return;
    const { context } = this.surface;
    const from = this.place(expected, index);
    const to = this.place(actual, other);
    context.strokeStyle = this.colors[this.marking.color(expected, index)];
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(from.left + 3, from.top + from.height / 2);
    context.lineTo(to.left + 3, to.top + to.height / 2);
    context.stroke();
  }

  drawChosen() {
    const { context } = this.surface;
    const chosen = this.marking.chosenDifference;
    if (chosen?.place !== "notes") return;
    context.strokeStyle = this.colors.chosen;
    context.lineWidth = 2.5;
    for (const [side, notes] of Object.entries(this.layers)) {
      for (const index of chosen[side]) {
        const { left, top, width, height } = this.place(notes, index);
        context.strokeRect(left - 2.5, top - 2.5, width + 5, height + 5);
      }
    }
  }

  drawKeys() {
    const { rows, colors } = this;
    const { context } = this.surface;
    context.save();
    context.beginPath();
    context.rect(0, rows.top, TimeAxis.gutter, rows.height);
    context.clip();
    context.fillStyle = colors.key;
    context.fillRect(0, rows.top, TimeAxis.gutter, rows.height);
    const last = Math.max(0, rows.bottomNote);
    context.font = `${Math.min(10, Math.max(8, rows.rowHeight))}px system-ui, sans-serif`;
    context.textBaseline = "middle";
    context.textAlign = "right";
    for (let number = Math.min(127, Math.ceil(rows.topNote)); number >= last; number -= 1) {
      const y = rows.y(number);
      context.fillStyle = "#39424d";
      if (isBlackKey(number)) context.fillRect(0, y, TimeAxis.gutter * 0.58, Math.max(1, rows.rowHeight - 0.5));
      else if (number % 12 === 0 || number % 12 === 5) {
        context.globalAlpha = 0.35;
        context.fillRect(0, y + rows.rowHeight - 0.5, TimeAxis.gutter, 1);
        context.globalAlpha = 1;
      }
      if (number % 12 === 0 && rows.rowHeight * 12 >= 14) {
        context.fillStyle = "#1a2028";
        context.fillText(this.names[number], TimeAxis.gutter - 4, y + rows.rowHeight / 2);
      }
    }
    context.textAlign = "left";
    context.restore();
    context.fillStyle = colors.line;
    context.fillRect(TimeAxis.gutter - 1, rows.top, 1, rows.height);
  }

  // The difference at a place of the roll, or the nearest one within reach, or −1.
  differenceAt(x, y, reach) {
    const { axis } = this;
    let nearest = { distance: reach, index: -1 };
    const away = (value, low, high) => Math.max(0, low - value, value - high);
    for (const notes of Object.values(this.layers)) {
      notes.forEach(axis.time(x - reach), axis.time(x + reach), (index) => {
        if (notes.marked[index] < 0) return;
        const { left, width, top, height } = this.place(notes, index);
        const distance = Math.max(away(x, left, left + width), away(y, top, top + height));
        // Short differences win over longer ones around them.
        const score = distance + Math.min(0.9, width / 2000);
        if (distance <= reach && score < nearest.distance) {
          nearest = { distance: score, index: notes.marked[index] };
        }
      });
    }
    return nearest.index;
  }

  // The indices of a side's notes at a place.
  notesAt(side, x, y) {
    const { axis } = this;
    const notes = this.layers[side];
    const found = [];
    const number = this.rows.number(y);
    notes.forEach(axis.time(x - 3), axis.time(x + 3), (index) => {
      if (notes.number[index] !== number) return;
      const { left, width } = this.place(notes, index);
      if (x >= left - 3 && x <= Math.max(left + width, axis.x(Math.min(notes.silence[index], notes.end))) + 3) {
        found.push(index);
      }
    });
    return found;
  }
}
