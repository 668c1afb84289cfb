import { TimeAxis } from "./axis.js";
import { Surface } from "./painting.js";
import { countUpTo } from "./words.js";

// The signs of the differences above the roll at their times.
export class Marks {
  static apart = 13; // the width of a sign
  static levels = 3; // the number of brackets above each other

  constructor({ axis, colors, differences }, top, height) {
    Object.assign(this, { axis, colors, differences, top, height });
    this.update();
  }

  // Collects the wanted differences that have a time, in order of time.
  update() {
    const { all, shown } = this.differences;
    this.indices = shown.filter((index) => all[index].time !== null);
    this.indices.sort((a, b) => all[a].time - all[b].time || a - b);
    this.times = Float64Array.from(this.indices, (index) => all[index].time);
    this.brackets = this.bracketed(this.differences.passages.map((index) => ({ ...all[index], index })));
  }

  // The brackets of passages, each at the lowest level that is free in its time range.
  bracketed(passages) {
    const levels = [];
    return passages.map(({ index, from, to }) => {
      let level = 0;
      while ((levels[level] ?? []).some((other) => other.from < to && from < other.to)) level += 1;
      (levels[level] ??= []).push({ from, to });
      return { index, from, to, level: level % Marks.levels };
    });
  }

  draw(surface) {
    const { context } = surface;
    const { axis, colors, differences, top, height } = this;
    context.fillStyle = colors.page;
    context.fillRect(0, top, surface.width, height);
    context.font = "bold 12px system-ui, sans-serif";
    context.textBaseline = "middle";
    context.textAlign = "center";
    this.drawBrackets(context);
    const first = countUpTo(this.times, axis.start);
    const last = countUpTo(this.times, axis.end);
    // Overlapping signs become a bar with their number.
    const crowded = last - first > axis.plotWidth / Marks.apart / 2;
    if (crowded) this.drawBars(context, first, last);
    let free = -Infinity;
    for (let place = first; place < last && !crowded; place += 1) {
      const x = axis.x(this.times[place]);
      if (x < free) continue;
      const kind = differences.firstKind(this.indices[place]);
      context.fillStyle = colors[kind.aspect];
      context.fillText(kind.sign, x, top + 10);
      free = x + Marks.apart;
    }
    this.drawChosen(context);
    context.textAlign = "left";
    context.fillStyle = colors.line;
    context.fillRect(0, top + height - 1, surface.width, 1);
  }

  // The time ranges of passages: lines with ends that point to the notes.
  drawBrackets(context) {
    const { axis, colors, differences, top, height } = this;
    for (const { index, from, to, level } of this.brackets) {
      const left = Math.max(TimeAxis.gutter - 2, axis.x(from));
      const right = Math.min(axis.width + 2, axis.x(to));
      if (right < TimeAxis.gutter || left > axis.width) continue;
      const y = top + height - 4 - level * 3;
      const width = Math.max(2, right - left);
      context.fillStyle = colors[index === differences.chosen ? "chosen" : differences.firstKind(index).aspect];
      context.fillRect(left, y, width, 2);
      for (const x of [left, left + width - 2]) context.fillRect(x, y, 2, top + height - y);
    }
  }

  // Tints the time ranges of passages in the roll.
  drawBands(context, rows) {
    const { axis, colors, differences } = this;
    context.globalAlpha = 0.08;
    for (const { index, from, to } of this.brackets) {
      const left = Math.max(TimeAxis.gutter, axis.x(from));
      const right = Math.min(axis.width, axis.x(to));
      if (right <= left) continue;
      context.fillStyle = colors[differences.firstKind(index).aspect];
      context.fillRect(left, rows.top, right - left, rows.height);
    }
    context.globalAlpha = 1;
  }

  drawChosen(context) {
    const { axis, colors, differences, top } = this;
    const time = differences.chosenDifference?.time ?? null;
    const x = axis.x(time);
    if (time === null || x < TimeAxis.gutter || x > axis.width) return;
    context.fillStyle = colors.chosen;
    context.beginPath();
    context.arc(x, top + 10, 8.5, 0, 7);
    context.fill();
    context.fillStyle = colors.panel;
    context.fillText(differences.firstKind(differences.chosen).sign, x, top + 10.5);
  }

  drawBars(context, first, last) {
    const counts = new Uint32Array(Math.ceil(this.axis.width / 3) + 1);
    let most = 1;
    for (let place = first; place < last; place += 1) {
      const column = (this.axis.x(this.times[place]) / 3) | 0;
      counts[column] += 1;
      if (counts[column] > most) most = counts[column];
    }
    context.fillStyle = this.colors.actual;
    counts.forEach((count, column) => {
      if (count === 0) return;
      const height = 4 + ((this.height - 6) * Math.log(count + 1)) / Math.log(most + 1);
      context.fillRect(column * 3, this.top + this.height - 1 - height, 2, height);
    });
  }

  // The difference whose sign is nearest, or else the shortest passage, or −1 if neither is within reach.
  at(x, reach) {
    const place = countUpTo(this.times, this.axis.time(x));
    let nearest = { distance: reach, index: -1 };
    for (const candidate of [place - 1, place]) {
      if (candidate < 0 || candidate >= this.times.length) continue;
      const distance = Math.abs(this.axis.x(this.times[candidate]) - x);
      if (distance <= nearest.distance) nearest = { distance, index: this.indices[candidate] };
    }
    if (nearest.index >= 0) return nearest.index;
    const time = this.axis.time(x);
    const around = this.brackets.filter(({ from, to }) => from <= time && time <= to);
    around.sort((one, other) => one.to - one.from - (other.to - other.from));
    return around[0]?.index ?? -1;
  }
}

// The whole take in a narrow strip: its notes, its differences, and the visible part.
export class Overview {
  constructor(canvas, { axis, colors, cursor, layers, marks }) {
    Object.assign(this, { axis, colors, cursor, layers, marks });
    this.surface = new Surface(canvas);
    this.counts = null;
  }

  // Counts the differences again.
  forget() {
    this.counts = null;
  }

  // The number of notes and differences at each pixel.
  count(width) {
    const { axis, marks } = this;
    const { onset, count } = this.layers.expected;
    const scale = width / (axis.to - axis.from);
    const column = (time) => Math.min(width - 1, Math.max(0, ((time - axis.from) * scale) | 0));
    const notes = new Uint32Array(width);
    for (let index = 0; index < count; index += 1) notes[column(onset[index])] += 1;
    const differences = new Uint32Array(width);
    for (const time of marks.times) differences[column(time)] += 1;
    this.counts = { width, notes, differences };
  }

  draw() {
    const { surface, axis, colors, cursor } = this;
    if (!surface.fit()) return;
    const { context } = surface;
    const width = Math.max(1, Math.floor(surface.width - TimeAxis.gutter));
    if (this.counts?.width !== width) this.count(width);
    surface.fill(colors.page);
    const scale = width / (axis.to - axis.from);
    const left = TimeAxis.gutter + (axis.start - axis.from) * scale;
    const right = left + axis.span * scale;
    context.fillStyle = colors.panel;
    context.fillRect(left, 0, Math.max(2, right - left), surface.height);
    this.drawColumns(context, this.counts.notes, colors.same, surface.height, 0.55);
    this.drawColumns(context, this.counts.differences, colors.actual, surface.height, 1);
    context.strokeStyle = colors.faint;
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, 0.5, Math.max(2, right - left) - 1, surface.height - 1);
    context.fillStyle = colors.text;
    context.fillRect(Math.round(TimeAxis.gutter + (cursor.time - axis.from) * scale), 0, 1, surface.height);
    context.fillStyle = colors.faint;
    context.font = "10px system-ui, sans-serif";
    context.textBaseline = "middle";
    context.fillText("take", 6, surface.height / 2);
  }

  drawColumns(context, counts, color, height, share) {
    const most = counts.reduce((most, count) => Math.max(most, count), 1);
    context.fillStyle = color;
    for (let column = 0; column < counts.length; column += 1) {
      if (counts[column] === 0) continue;
      const bar = Math.max(3, (height - 4) * share * (Math.log(counts[column] + 1) / Math.log(most + 1)));
      context.fillRect(TimeAxis.gutter + column, height - 2 - bar, 1, bar);
    }
  }

  time(x) {
    const { from, to } = this.axis;
    return from + ((x - TimeAxis.gutter) / Math.max(1, this.surface.width - TimeAxis.gutter)) * (to - from);
  }
}
