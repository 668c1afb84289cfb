import { paintSign } from "./painting.js";
import { noteNames, stepAt } from "./words.js";

// A surface of eight rows. Each cell of a held note has a border in the note's color, and a light fills its cell.
export class Grid {
  static rows = 8;
  static tallest = 26; // of a cell, and a part of the window's height
  static share = 1 / 34;
  static letters = [9, 10]; // the smallest and the largest size of letters on cells

  constructor({ columns, colors, lights }) {
    this.columns = columns;
    this.colors = colors;
    this.name = "Grid at the time cursor";
    this.lights = lights;
    this.notes = []; // of cells, whose names are on them
    const hasLights = lights.expected.size + lights.actual.size > 0;
    this.legend = `Cells of held notes are lit in the note's color${hasLights ? ", and filled cells have lights" : ""}`;
    this.other = "another color";
    this.nothing = "no cell is lit";
    this.cellsOf = new WeakMap();
  }

  height(width) {
    return Grid.rows * Math.min(Grid.tallest, Math.max(14, innerHeight * Grid.share), width / this.columns);
  }

  // The lit cells by number. If a cell has several notes, the latest is on top.
  shownAt(notes, time, side) {
    const lit = new Map();
    const held = notes.soundingAt(time).filter((index) => notes.stateAt(index, time) === "sounding");
    for (const index of held.sort((a, b) => notes.onset[a] - notes.onset[b] || a - b)) {
      const color = notes.attribute(index, "color") ?? "";
      for (const cell of this.cells(notes, index)) {
        lit.set(cell, { look: color, color, note: noteNames[notes.number[index]] });
      }
    }
    for (const [cell, changes] of this.lights[side]) {
      const light = changes.colors[stepAt(changes, time)];
      if (!light) continue;
      const held = lit.get(cell);
      lit.set(cell, { ...held, look: [held?.look, `${light.name} light`].filter(Boolean).join(", "), light });
    }
    return new Map([...lit].sort(([a], [b]) => a - b));
  }

  cells(notes, index) {
    if (!this.cellsOf.has(notes)) this.cellsOf.set(notes, new Map());
    const known = this.cellsOf.get(notes);
    if (!known.has(index)) known.set(index, this.cellsIn(notes.attribute(index, "cells") ?? ""));
    return known.get(index);
  }

  cellsIn(list) {
    const limit = this.columns * Grid.rows;
    return list.split(",").filter((text) => /^\d{1,3}$/.test(text)).map(Number).filter((cell) => cell < limit);
  }

  // The places of a note: "at column 6, row 5; column 6, row 4".
  placesText(list) {
    const places = this.cellsIn(list).map((cell) => this.placeText(cell));
    return places.length > 0 ? `at ${places.join("; ")}` : "not on the grid";
  }

  text(cell, { look, note }) {
    return `${note ? `${note} ` : ""}${look} at ${this.placeText(cell)}`;
  }

  // A cell's place on the instrument, whose rows count from 0 at the bottom. Cells are numbered row by row from 0 at the
  // top left.
  placeText(cell) {
    return `column ${cell % this.columns + 1}, row ${Grid.rows - 1 - Math.floor(cell / this.columns)}`;
  }

  // Writes the numbers of the columns and rows around the cells.
  label(figure) {
    const add = (name, texts) => {
      const box = document.createElement("div");
      box.className = name;
      box.setAttribute("aria-hidden", "true");
      for (const text of texts) {
        const label = document.createElement("span");
        label.textContent = text;
        box.append(label);
      }
      figure.append(box);
    };
    figure.classList.add("labeled");
    add("rows", Array.from({ length: Grid.rows }, (_, index) => Grid.rows - 1 - index));
    add("columns", Array.from({ length: this.columns }, (_, index) => ((index + 1) % 5 === 0 || index === 0 ? index + 1 : "")));
  }

  // The cell at a place of its canvas.
  placeAt(x, y, width, height) {
    const column = Math.min(this.columns - 1, Math.max(0, Math.floor((x / width) * this.columns)));
    const row = Math.min(Grid.rows - 1, Math.max(0, Math.floor((y / height) * Grid.rows)));
    return row * this.columns + column;
  }

  paint(surface, colors, lit, marks, side) {
    const { context, width, height } = surface;
    const cell = { width: width / this.columns, height: height / Grid.rows };
    context.fillStyle = colors.panel;
    context.fillRect(0, 0, width, height);
    context.fillStyle = colors["dark-row"];
    context.strokeStyle = colors.line;
    context.lineWidth = 1;
    for (let number = 0; number < this.columns * Grid.rows; number += 1) {
      this.outline(context, cell, number, 1);
      context.fill();
      context.stroke();
    }
    this.paintNames(context, colors, cell, lit);
    for (const [number, { color: name, note, light, paint, sign = "", strength = 0.3, bend = 0 }] of lit) {
      if (light) this.paintLight(context, cell, number, light.paint, colors.text);
      if (!note) continue;
      const color = paint ?? this.colors.get(name) ?? colors.text;
      this.outline(context, cell, number, 1.5);
      context.globalAlpha = strength;
      context.fillStyle = color;
      context.fill();
      context.globalAlpha = 1;
      context.strokeStyle = color;
      context.lineWidth = 2.5;
      context.stroke();
      if (bend !== 0) this.paintBend(context, cell, number, bend, colors.text);
      const letter = note.replace(/-?\d+$/, "");
      const texts = sign ? [`${sign}${letter}`, sign] : [note, letter];
      if (!marks.has(number)) this.write(context, cell, number, texts, colors.text, 700);
    }
    for (const [number, mark] of marks) {
      // The cells that only the other side has.
      if (!lit.has(number)) {
        this.outline(context, cell, number, 1.5);
        context.strokeStyle = side === "actual" ? colors.expected : colors.actual;
        context.lineWidth = 1.5;
        context.setLineDash([3, 2.5]);
        context.stroke();
        context.setLineDash([]);
      }
      const { x, y } = this.middle(cell, number);
      paintSign(surface, colors, mark, x, y, Math.min(16, cell.height * 0.8, cell.width * 0.8));
    }
  }

  // Writes the first of some texts for which a cell has room in a size that can be read.
  write(context, cell, number, texts, color, weight) {
    const [smallest, largest] = Grid.letters;
    context.font = `${weight} ${Math.min(largest, Math.max(smallest, cell.width * 0.42))}px system-ui, sans-serif`;
    const text = texts.find((text) => context.measureText(text).width <= cell.width - 3);
    if (!text) return;
    context.fillStyle = color;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(text, this.middle(cell, number).x, this.middle(cell, number).y + 0.5);
    context.textAlign = "left";
    context.textBaseline = "alphabetic";
  }

  // The names of notes on cells that aren't lit. Each C has a stronger border.
  paintNames(context, colors, cell, lit) {
    for (const [number, note] of this.notes.entries()) {
      if (note === null || lit.has(number)) continue;
      this.write(context, cell, number, [noteNames[note].replace(/-?\d+$/, "")], colors.same, 400);
      if (note % 12 !== 0) continue;
      this.outline(context, cell, number, 1);
      context.strokeStyle = colors.same;
      context.lineWidth = 1;
      context.stroke();
    }
  }

  // A bar as far from the middle of the cell as the note is bent, by semitones, up to two cells.
  paintBend(context, cell, number, bend, color) {
    const { x, y } = this.middle(cell, number);
    const shift = Math.min(2, Math.max(-2, bend)) * cell.width;
    context.fillStyle = color;
    context.fillRect(x + shift - 1.5, y + cell.height * 0.2, 3, cell.height * 0.25);
  }

  paintLight(context, cell, number, paint, edge) {
    const left = (number % this.columns) * cell.width + 1;
    const top = Math.floor(number / this.columns) * cell.height + 1;
    context.fillStyle = paint;
    context.fillRect(left, top, cell.width - 2, cell.height - 2);
    context.strokeStyle = edge;
    context.lineWidth = 1;
    context.strokeRect(left, top, cell.width - 2, cell.height - 2);
  }

  middle(cell, number) {
    const [column, row] = [number % this.columns, Math.floor(number / this.columns)];
    return { x: (column + 0.5) * cell.width, y: (row + 0.5) * cell.height };
  }

  outline(context, cell, number, inset) {
    const left = (number % this.columns) * cell.width + inset;
    const top = Math.floor(number / this.columns) * cell.height + inset;
    context.beginPath();
    context.roundRect(left, top, cell.width - 2 * inset, cell.height - 2 * inset, Math.min(4, cell.width / 5));
  }
}
