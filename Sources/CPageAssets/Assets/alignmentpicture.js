import { TimeView } from "./alignmentview.js";
import { noteName } from "./words.js";

// Draws both takes with lines between matching notes, the tempo, and the velocities.
export class AlignmentPicture {
  static ruler = 20;
  static lane = 64; // the height of the tempo and of the velocities
  static lines = 46; // the height of the room between the takes

  constructor(box, data, view, theme) {
    this.box = box;
    this.canvas = box.querySelector("canvas");
    this.data = data;
    this.view = view;
    this.theme = theme;
    this.chosen = null;
    const numbers = [...data.expected.notes, ...data.actual.notes].map((note) => note.number);
    this.lowest = numbers.reduce((least, number) => Math.min(least, number), 127) - 1;
    this.highest = numbers.reduce((most, number) => Math.max(most, number), 0) + 1;
    if (this.highest < this.lowest) [this.lowest, this.highest] = [59, 61];
    new ResizeObserver(() => this.resize()).observe(box);
    theme.listeners.push(() => this.draw());
  }

  resize() {
    const ratio = devicePixelRatio || 1;
    this.width = this.box.clientWidth;
    this.height = this.box.clientHeight;
    this.canvas.width = Math.max(1, Math.round(this.width * ratio));
    this.canvas.height = Math.max(1, Math.round(this.height * ratio));
    this.ratio = ratio;
    this.view.width = this.width;
    this.draw();
  }

  // The upper edges and heights of the parts.
  get layout() {
    const { ruler, lane, lines } = AlignmentPicture;
    const roll = Math.max(40, (this.height - ruler - 2 * lane - lines) / 2);
    return {
      expected: { top: ruler, height: roll },
      lines: { top: ruler + roll, height: lines },
      actual: { top: ruler + roll + lines, height: roll },
      tempo: { top: ruler + 2 * roll + lines, height: lane },
      velocity: { top: ruler + 2 * roll + lines + lane, height: lane },
    };
  }

  draw() {
    if (!this.width || !this.height) return;
    const context = this.canvas.getContext("2d", { alpha: false });
    this.context = context;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.colors = {};
    for (const name of ["panel", "text", "faint", "grid", "octave", "same", "expected", "actual", "chosen", "chosen-back"]) {
      this.colors[name] = this.theme.color(`--${name}`);
    }
    this.colors.missing = this.colors.expected;
    this.colors.extra = this.colors.actual;
    this.colors.wrong = this.colors.actual;
    this.colors.ornament = this.colors.chosen;
    context.fillStyle = this.colors.panel;
    context.fillRect(0, 0, this.width, this.height);
    context.font = `11px ${getComputedStyle(document.body).fontFamily}`;
    context.textBaseline = "middle";
    const layout = this.layout;
    this.drawBars(layout);
    this.drawChosen(layout);
    context.save();
    context.beginPath();
    context.rect(TimeView.gutter, 0, this.width - TimeView.gutter, this.height);
    context.clip();
    for (const side of ["expected", "actual"]) this.drawNotes(side, layout[side]);
    this.drawLines(layout);
    this.drawTempo(layout.tempo);
    this.drawVelocities(layout.velocity);
    context.restore();
    this.drawLabels(layout);
    document.documentElement.dataset.drawn = `${this.view.axis} ${Math.round(this.view.first)} ${Math.round(this.view.span)}`;
  }

  // The visible notes of a side, which are in order of their onsets on both axes except where the performance jumps.
  visible(side) {
    const { view } = this;
    const last = view.first + view.span;
    return this.data[side].notes.filter((note) => view.start(note) <= last && view.end(note) >= view.first);
  }

  y(part, number) {
    return part.top + ((this.highest - number) / (this.highest - this.lowest + 1)) * part.height;
  }

  drawBars(layout) {
    const { context, view } = this;
    context.fillStyle = this.colors.faint;
    let free = -Infinity;
    for (const bar of this.data.bars) {
      const x = view.x(view.start(bar));
      if (x < TimeView.gutter || x > this.width) continue;
      const width = context.measureText(bar.name).width;
      const isNamed = x > free;
      context.fillStyle = isNamed ? this.colors.octave : this.colors.grid;
      context.fillRect(Math.round(x), isNamed ? 0 : layout.expected.top, 1, this.height);
      if (!isNamed) continue;
      context.fillStyle = this.colors.faint;
      context.fillText(bar.name, x + 4, AlignmentPicture.ruler / 2);
      free = x + width + 24;
    }
    context.fillStyle = this.colors.octave;
    for (const part of Object.values(layout)) context.fillRect(0, Math.round(part.top), this.width, 1);
  }

  drawChosen(layout) {
    if (!this.chosen) return;
    const { view } = this;
    const first = Math.min(...this.chosen.notes.map((note) => view.start(note)));
    const last = Math.max(...this.chosen.notes.map((note) => view.end(note)));
    const left = Math.max(TimeView.gutter, view.x(first) - 3);
    const right = Math.min(this.width, view.x(last) + 3);
    if (right <= left) return;
    this.context.fillStyle = this.colors["chosen-back"];
    this.context.fillRect(left, layout.expected.top, right - left, this.height);
  }

  drawNotes(side, part) {
    const { context, view } = this;
    const height = Math.max(2, Math.floor(part.height / (this.highest - this.lowest + 1)) - 1);
    for (const note of this.visible(side)) {
      const x = view.x(view.start(note));
      const width = Math.max(2, view.x(view.end(note)) - x - 0.5);
      const y = Math.round(this.y(part, note.number));
      context.fillStyle = this.colors[note.role];
      context.globalAlpha = note.role === "same" ? 0.45 + (0.55 * note.velocity) / 127 : 1;
      context.fillRect(x, y, width, height);
      // Missing notes are outlined, so that they are distinguishable without colors.
      if (note.role === "missing" && width > 4 && height > 3) {
        context.fillStyle = this.colors.panel;
        context.fillRect(x + 1.5, y + 1, width - 3, height - 2);
      }
    }
    context.globalAlpha = 1;
  }

  drawLines(layout) {
    const { context, view } = this;
    const { top, height } = layout.lines;
    const visible = this.visible("actual");
    // Thousands of lines would be a gray area.
    context.globalAlpha = Math.min(1, Math.max(0.08, 400 / Math.max(1, visible.length)));
    context.lineWidth = 1;
    for (const note of visible) {
      for (const partner of note.partners) {
        context.strokeStyle = note.role === "wrong" ? this.colors.wrong : this.colors.same;
        context.beginPath();
        context.moveTo(view.x(view.start(partner)), top + 2);
        context.lineTo(view.x(view.start(note)), top + height - 2);
        context.stroke();
      }
    }
    context.globalAlpha = 1;
  }

  // The values of a lane as heights.
  scale(part, values) {
    const least = values.reduce((least, value) => Math.min(least, value), Infinity);
    const most = values.reduce((most, value) => Math.max(most, value), -Infinity);
    const room = Math.max(most - least, most * 0.05, 1e-9);
    return (value) => part.top + part.height - 8 - ((value - least) / room) * (part.height - 16);
  }

  drawTempo(part) {
    const { tempos } = this.data;
    if (tempos.length === 0) return;
    const { context, view } = this;
    const y = this.scale(part, tempos.map((tempo) => tempo.value));
    context.strokeStyle = this.colors.text;
    context.lineWidth = 1.5;
    context.beginPath();
    for (const tempo of tempos) {
      context.moveTo(view.x(view.start(tempo)), y(tempo.value));
      context.lineTo(view.x(view.end(tempo)), y(tempo.value));
    }
    context.stroke();
  }

  drawVelocities(part) {
    const { context, view } = this;
    for (const note of this.visible("actual")) {
      const y = part.top + part.height - 4 - (note.velocity / 127) * (part.height - 8);
      context.fillStyle = this.colors[note.role];
      context.fillRect(view.x(view.start(note)) - 1, y - 1, 3, 3);
    }
  }

  drawLabels(layout) {
    const { context } = this;
    context.fillStyle = this.colors.panel;
    context.fillRect(0, layout.expected.top, TimeView.gutter, this.height);
    context.fillStyle = this.colors.octave;
    context.fillRect(TimeView.gutter - 1, 0, 1, this.height);
    for (const part of Object.values(layout)) context.fillRect(0, Math.round(part.top), TimeView.gutter, 1);
    context.fillStyle = this.colors.text;
    for (const side of ["expected", "actual"]) {
      for (let number = Math.ceil(this.lowest / 12) * 12; number <= this.highest; number += 12) {
        context.fillText(noteName(number, this.data.middleC), 6, this.y(layout[side], number) + 4);
      }
    }
    for (const side of ["expected", "actual"]) {
      const left = this.width - context.measureText(side).width - 8;
      context.fillStyle = this.colors.panel;
      context.fillRect(left - 4, layout[side].top + 1, this.width, 15);
      context.fillStyle = this.colors.faint;
      context.fillText(side, left, layout[side].top + 10);
    }
    context.fillText(this.data.tempoUnit, 6, layout.tempo.top + 10);
    context.fillText("velocity", 4, layout.velocity.top + 10);
    if (this.data.tempos.length > 0) {
      const values = this.data.tempos.map((tempo) => tempo.value);
      const y = this.scale(layout.tempo, values);
      for (const value of [values.reduce((a, b) => Math.max(a, b)), values.reduce((a, b) => Math.min(a, b))]) {
        context.textAlign = "right";
        context.fillText(String(Math.round(value)), TimeView.gutter - 5, Math.max(y(value), layout.tempo.top + 22));
        context.textAlign = "left";
      }
    }
  }

  // The note at a place, or null.
  noteAt(x, y) {
    for (const side of ["actual", "expected"]) {
      const part = this.layout[side];
      if (y < part.top || y > part.top + part.height) continue;
      const number = Math.ceil(this.highest - ((y - part.top) / part.height) * (this.highest - this.lowest + 1));
      const near = this.visible(side).filter((note) => {
        const [left, right] = [this.view.x(this.view.start(note)) - 2, this.view.x(this.view.end(note)) + 2];
        return note.number === number && left <= x && x <= right;
      });
      if (near.length > 0) return near[near.length - 1];
    }
    return null;
  }
}
