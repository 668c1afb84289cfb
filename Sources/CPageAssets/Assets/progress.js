import { BarPlaces, barName, paintBars, stateText } from "./bars.js";
import { Colors, Surface } from "./painting.js";
import { Reader, bytesOf } from "./reader.js";
import { Theme } from "./settings.js";

// Several takes of one piece: a row per take and a column per bar, colored by the number of mistakes.
class ProgressPage {
  static ruler = 20;
  static highest = 26; // the height of a row
  static tallest = 8000; // the height of all rows, which a canvas can have

  constructor(data) {
    this.data = data;
    this.theme = new Theme(document.getElementById("theme"));
    this.colors = new Colors(this.theme);
    this.theme.listeners.push(() => this.draw());
    this.box = document.getElementById("takes");
    this.surface = new Surface(this.box.querySelector("canvas"));
    this.chosen = { take: -1, bar: -1 };
    document.getElementById("title").textContent = data.title;
    document.getElementById("verdict").textContent = data.verdict;
    for (const remark of data.remarks) {
      const item = document.createElement("li");
      item.textContent = remark;
      document.getElementById("remarks").append(item);
    }
    const { folderLength } = this;
    this.names = data.takes.map(({ name }) => name.slice(folderLength));
    this.rowHeight = Math.max(4, Math.min(ProgressPage.highest, ProgressPage.tallest / Math.max(1, data.takes.length)));
    this.box.style.height = `${ProgressPage.ruler + this.rowHeight * data.takes.length}px`;
    this.box.addEventListener("click", (event) => this.chooseAt(event));
    this.box.addEventListener("pointermove", (event) => this.point(event));
    this.box.addEventListener("keydown", (event) => this.press(event));
    new ResizeObserver(() => this.draw()).observe(this.box);
    this.draw();
  }

  // The width of the names.
  get gutter() {
    return Math.min(220, Math.max(80, this.box.clientWidth * 0.25));
  }

  get places() {
    return new BarPlaces(this.data.starts.length, this.gutter, this.box.clientWidth - this.gutter);
  }

  cellAt(event) {
    const frame = this.box.getBoundingClientRect();
    const take = Math.floor((event.clientY - frame.top - ProgressPage.ruler) / this.rowHeight);
    const bar = this.places.bar(event.clientX - frame.left);
    return take >= 0 && take < this.data.takes.length && bar >= 0 ? { take, bar } : null;
  }

  chooseAt(event) {
    const cell = this.cellAt(event);
    if (cell) this.choose(cell);
  }

  point(event) {
    const cell = this.cellAt(event);
    this.box.title = cell ? this.text(cell) : "";
  }

  text({ take, bar }) {
    const { takes, starts, hasBars } = this.data;
    return `${takes[take].name}, ${barName(bar, starts[bar], hasBars)}: ${stateText(takes[take].states[bar])}`;
  }

  choose(cell) {
    this.chosen = cell;
    document.getElementById("hover").textContent = this.text(cell);
    this.draw();
  }

  press(event) {
    const moves = {
      ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], PageUp: [0, -10], PageDown: [0, 10],
      Home: [0, -Infinity], End: [0, Infinity],
    };
    const { takes, starts } = this.data;
    if (!(event.key in moves) || event.ctrlKey || event.metaKey || event.altKey || takes.length === 0) return;
    event.preventDefault();
    const [down, right] = this.chosen.take < 0 ? [0, 0] : moves[event.key];
    const limited = (value, count) => Math.min(count - 1, Math.max(0, value));
    const take = limited(Math.max(0, this.chosen.take) + down, takes.length);
    this.choose({ take, bar: limited(Math.max(0, this.chosen.bar) + right, starts.length) });
    const main = this.box.parentElement;
    const top = ProgressPage.ruler + take * this.rowHeight;
    main.scrollTop = Math.min(Math.max(main.scrollTop, top + this.rowHeight - main.clientHeight), top - ProgressPage.ruler);
  }

  draw() {
    const { surface, colors, data, places, rowHeight, chosen, gutter } = this;
    if (!surface.fit()) return;
    const { context } = surface;
    const { ruler } = ProgressPage;
    surface.fill(colors.panel);
    this.drawRuler();
    context.font = "12px system-ui, sans-serif";
    for (const [index, { states }] of data.takes.entries()) {
      const top = ruler + index * rowHeight;
      paintBars(surface, colors, states, places, top + (rowHeight > 8 ? 1 : 0), rowHeight - (rowHeight > 8 ? 2 : 0));
      if (rowHeight >= 11) this.drawName(this.names[index], top);
    }
    if (chosen.take >= 0) {
      context.strokeStyle = colors.chosen;
      context.lineWidth = 2;
      const left = Math.min(places.x(chosen.bar), surface.width - 4);
      context.strokeRect(left, ruler + chosen.take * rowHeight, Math.max(3, places.barWidth - 1), rowHeight);
    }
    document.documentElement.dataset.drawn = `${data.takes.length} ${gutter} ${rowHeight}`;
  }

  // The length of the folders that all names begin with.
  get folderLength() {
    const [first = "", ...others] = this.data.takes.map(({ name }) => name);
    let length = 0;
    for (let next = first.indexOf("/") + 1; next > 0; next = first.indexOf("/", next) + 1) {
      if (!others.every((name) => name.startsWith(first.slice(0, next)))) break;
      length = next;
    }
    return length;
  }

  // Shortens a name to its end, where the names of takes differ.
  drawName(name, top) {
    const { context } = this.surface;
    const room = this.gutter - 14;
    const characters = Array.from(name);
    context.font = "12px system-ui, sans-serif";
    context.textBaseline = "middle";
    context.fillStyle = this.colors.text;
    let text = name;
    while (characters.length > 1 && context.measureText(text).width > room) {
      characters.shift();
      text = `…${characters.join("")}`;
    }
    context.fillText(text, 6, top + this.rowHeight / 2 + 0.5);
  }

  drawRuler() {
    const { surface, colors, data, places } = this;
    const { context } = surface;
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    context.fillStyle = colors.faint;
    let step = 1;
    while (places.barWidth * step < 60 && step < data.starts.length) step *= 2;
    for (let bar = 0; bar < data.starts.length; bar += step) {
      const text = barName(bar, data.starts[bar], data.hasBars);
      if (places.x(bar) + context.measureText(text).width < surface.width) context.fillText(text, places.x(bar), 10);
    }
  }
}

// Reads the takes, which PracticeProgressPage.swift writes.
function readProgress(reader) {
  const data = {
    title: reader.text(),
    verdict: reader.text(),
    remarks: reader.list(() => reader.text()),
    hasBars: reader.number() === 1,
    starts: reader.list(() => reader.number()),
    takes: reader.list(() => ({ name: reader.text(), states: reader.list(() => reader.number()) })),
  };
  reader.end();
  return data;
}

new ProgressPage(readProgress(new Reader(bytesOf("progress"))));
