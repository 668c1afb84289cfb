import { Reader, bytesOf } from "./reader.js";

export const LANES = ["expected", "actual", "difference"];

// The data of the page, which SoundPage.swift writes. Times are in seconds.
export function readSound() {
  const reader = new Reader(bytesOf("facts"));
  const rate = reader.number();
  const first = reader.number();
  const start = reader.number() / rate;
  const heard = { start, end: start + reader.number() / rate };
  const bandCount = reader.number();
  const pictures = reader.list(() => ({ start: reader.number() / rate, length: reader.number() / rate, columns: reader.number() }));
  pictures.forEach((picture, index) => {
    const bytes = bytesOf(`picture-${index}`);
    const size = picture.columns * (2 + bandCount);
    picture.lanes = {};
    LANES.forEach((lane, place) => {
      const part = bytes.subarray(place * size, (place + 1) * size);
      const samples = new Int8Array(part.buffer, part.byteOffset, 2 * picture.columns);
      picture.lanes[lane] = {
        lows: samples.subarray(0, picture.columns),
        highs: samples.subarray(picture.columns),
        levels: part.subarray(2 * picture.columns),
      };
    });
  });
  return { first: first === 0 ? null : (first - 1) / rate, heard, bandCount, pictures };
}

// The number of paper points per window point. Chromium draws some other values, such as 3, narrower than their box.
const PAPER_RATIO = 4;

// Draws the lanes.
export class SoundPainter {
  constructor(sound, theme) {
    this.sound = sound;
    this.theme = theme;
    this.isPaper = false;
    this.box = document.getElementById("lanes");
    this.axis = document.getElementById("axis");
    this.colors = { expected: "--expected", actual: "--actual", difference: "--chosen" };
    new ResizeObserver(() => this.draw()).observe(this.box);
    theme.listeners.push(() => this.draw());
  }

  show(index) {
    this.picture = this.sound.pictures[index];
    this.draw();
  }

  // Draws for paper, or for the window again.
  setPaper(isPaper) {
    this.isPaper = isPaper;
    document.documentElement.classList.toggle("paper", isPaper);
    this.draw();
  }

  // The place of a time as a part of the width, which is outside 0 to 1 if it isn't visible.
  placeOf(time) {
    return (time - this.picture.start) / this.picture.length;
  }

  timeAt(x) {
    const box = this.box.getBoundingClientRect();
    return this.picture.start + ((x - box.left) / box.width) * this.picture.length;
  }

  draw() {
    if (!this.picture) return;
    for (const canvas of this.box.querySelectorAll("canvas[data-lane]")) {
      const lane = this.picture.lanes[canvas.dataset.lane];
      const color = this.theme.color(this.colors[canvas.dataset.lane]);
      if (canvas.className === "wave") this.drawWave(canvas, lane, color);
      else this.drawSpectrum(canvas, lane, color);
    }
    this.drawAxis();
    const mark = document.getElementById("first-mark");
    const place = this.sound.first === null ? -1 : this.placeOf(this.sound.first);
    mark.hidden = place < 0 || place > 1;
    mark.style.left = `${place * 100}%`;
    document.documentElement.dataset.drawn = this.sound.pictures.indexOf(this.picture);
  }

  prepare(canvas) {
    const ratio = this.isPaper ? PAPER_RATIO : devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = Math.max(1, Math.round(width * ratio));
    canvas.height = Math.max(1, Math.round(height * ratio));
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    return { context, width, height };
  }

  drawWave(canvas, lane, color) {
    const { context, width, height } = this.prepare(canvas);
    const y = (value) => height / 2 - (value / 127) * (height / 2 - 1);
    // One outline at least a point high, because single columns would shimmer at fractional widths.
    const step = width / this.picture.columns;
    context.fillStyle = color;
    context.beginPath();
    for (let column = 0; column < this.picture.columns; column += 1) {
      context.lineTo((column + 0.5) * step, y(lane.highs[column]) - 0.5);
    }
    for (let column = this.picture.columns - 1; column >= 0; column -= 1) {
      context.lineTo((column + 0.5) * step, y(lane.lows[column]) + 0.5);
    }
    context.fill();
  }

  drawSpectrum(canvas, lane, color) {
    const { context, width, height } = this.prepare(canvas);
    const [columns, bands] = [this.picture.columns, this.sound.bandCount];
    const image = new ImageData(columns, bands);
    const stops = [this.theme.color("--row"), color, this.theme.color("--text")].map((text) => {
      const value = parseInt(text.slice(1), 16);
      return [value >> 16, (value >> 8) & 255, value & 255];
    });
    for (let column = 0; column < columns; column += 1) {
      for (let band = 0; band < bands; band += 1) {
        const level = lane.levels[column * bands + band] / 255;
        const place = ((bands - 1 - band) * columns + column) * 4;
        const [low, high, part] = level < 0.7 ? [stops[0], stops[1], level / 0.7] : [stops[1], stops[2], (level - 0.7) / 0.3];
        for (let part3 = 0; part3 < 3; part3 += 1) image.data[place + part3] = low[part3] + (high[part3] - low[part3]) * part;
        image.data[place + 3] = 255;
      }
    }
    const source = document.createElement("canvas");
    source.width = columns;
    source.height = bands;
    source.getContext("2d").putImageData(image, 0, 0);
    context.drawImage(source, 0, 0, width, height);
  }

  drawAxis() {
    const { context, width, height } = this.prepare(this.axis);
    context.fillStyle = this.theme.color("--faint");
    context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
    context.textBaseline = "bottom";
    const { start, length } = this.picture;
    const wanted = (length * 80) / Math.max(1, width);
    const unit = 10 ** Math.floor(Math.log10(wanted));
    const step = [1, 2, 5, 10].map((factor) => factor * unit).find((candidate) => candidate >= wanted);
    const decimals = Math.max(0, -Math.floor(Math.log10(step)));
    for (let count = Math.ceil(start / step); count * step <= start + length; count += 1) {
      const x = this.placeOf(count * step) * width;
      context.fillRect(x, 0, 1, 5);
      const text = `${(count * step).toFixed(decimals)} s`;
      const room = context.measureText(text).width;
      context.fillText(text, Math.min(Math.max(0, x - room / 2), width - room), height);
    }
  }
}
