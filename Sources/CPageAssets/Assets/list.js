import { counted, grouped } from "./words.js";

// The list of differences, which creates only the visible rows, and the buttons that filter them by kind.
export class DifferenceList {
  static rowHeight = 46;
  static tallest = 8000000; // browsers don't lay out much taller boxes

  // The functions return the text of a difference's time, choose a difference, and run after a change of the wanted
  // kinds.
  constructor({ differences, cursor, whenText, noun = "difference", choose, filtered }) {
    Object.assign(this, { differences, cursor, whenText, noun, choose });
    this.list = document.getElementById("list");
    this.room = document.getElementById("room");
    this.rows = new Map();
    this.addKinds(filtered);
    this.fill();
    this.list.addEventListener("scroll", () => this.draw());
    this.list.addEventListener("click", (event) => {
      const row = event.target.closest("[data-difference]");
      if (row) choose(Number(row.dataset.difference));
    });
    this.list.addEventListener("keydown", (event) => this.press(event));
  }

  addKinds(filtered) {
    const { counts, kinds, wantedKinds } = this.differences;
    const box = document.getElementById("kinds");
    box.hidden = counts.size === 0;
    for (const [kind, count] of counts) {
      const { name, sign, aspect } = kinds[kind];
      const chip = document.createElement("button");
      chip.type = "button";
      chip.className = "chip";
      chip.dataset.kind = name;
      chip.setAttribute("aria-pressed", String(wantedKinds.has(kind)));
      this.addPart(chip, `sign ${aspect}`, sign).setAttribute("aria-hidden", "true");
      chip.append(` ${name} `);
      this.addPart(chip, "count", grouped(count));
      chip.addEventListener("click", () => {
        if (!wantedKinds.delete(kind)) wantedKinds.add(kind);
        chip.setAttribute("aria-pressed", String(wantedKinds.has(kind)));
        this.differences.filter();
        this.fill();
        filtered();
      });
      box.append(chip);
    }
  }

  // Shows the wanted differences from the beginning.
  fill() {
    const { all, shown } = this.differences;
    const text = counted(all.length, this.noun);
    document.getElementById("differences-heading").textContent =
      shown.length === all.length ? text : `${grouped(shown.length)} of ${text}`;
    document.getElementById("nothing").hidden = all.length > 0;
    this.list.hidden = all.length === 0;
    this.list.dataset.count = shown.length;
    this.height = Math.min(DifferenceList.tallest, shown.length * DifferenceList.rowHeight);
    this.room.style.height = `${this.height}px`;
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.draw();
  }

  // The topmost visible row, as a fraction. In very long lists, scrolling covers more than it seems.
  get first() {
    const seen = this.list.clientHeight;
    const range = Math.max(1, this.height - seen);
    const real = Math.max(0, this.differences.shown.length * DifferenceList.rowHeight - seen);
    return (Math.min(1, this.list.scrollTop / range) * real) / DifferenceList.rowHeight;
  }

  draw() {
    if (this.list.hidden) return;
    const { first } = this;
    const { shown, places, chosen } = this.differences;
    const count = Math.ceil(this.list.clientHeight / DifferenceList.rowHeight) + 1;
    const from = Math.max(0, Math.floor(first) - 2);
    const to = Math.min(shown.length, Math.floor(first) + count + 2);
    for (const [place, row] of this.rows) {
      if (place < from || place >= to) {
        row.remove();
        this.rows.delete(place);
      }
    }
    for (let place = from; place < to; place += 1) {
      const row = this.rows.get(place) ?? this.makeRow(place);
      row.style.top = `${this.list.scrollTop + (place - first) * DifferenceList.rowHeight}px`;
      row.setAttribute("aria-selected", String(shown[place] === chosen));
    }
    const row = this.rows.get(places.get(chosen));
    if (row) this.list.setAttribute("aria-activedescendant", row.id);
    else this.list.removeAttribute("aria-activedescendant");
  }

  makeRow(place) {
    const index = this.differences.shown[place];
    const difference = this.differences.all[index];
    const row = document.createElement("div");
    row.id = `difference-${index}`;
    row.className = "difference";
    row.dataset.difference = index;
    row.setAttribute("role", "option");
    row.setAttribute("aria-setsize", this.differences.shown.length);
    row.setAttribute("aria-posinset", place + 1);
    const { sign, aspect } = this.differences.firstKind(index);
    this.addPart(row, `sign ${aspect}`, sign).setAttribute("aria-hidden", "true");
    this.addPart(row, "subject", difference.subject);
    this.addPart(row, "when", this.whenText(difference));
    this.addPart(row, "verdict", difference.verdict);
    row.title = this.differences.text(index);
    this.room.append(row);
    this.rows.set(place, row);
    return row;
  }

  addPart(box, name, text) {
    const part = document.createElement("span");
    part.className = name;
    part.textContent = text;
    box.append(part);
    return part;
  }

  // Scrolls as little as necessary.
  reveal(index) {
    const place = this.differences.places.get(index);
    if (place === undefined) return;
    const seen = this.list.clientHeight / DifferenceList.rowHeight;
    const { first } = this;
    const wanted = place < first ? place : place + 1 > first + seen ? place + 1 - seen : first;
    const real = Math.max(1, this.differences.shown.length - seen);
    if (wanted !== first) {
      this.list.scrollTop = (wanted / real) * Math.max(1, this.height - this.list.clientHeight);
    }
    this.draw();
  }

  press(event) {
    const page = Math.max(1, Math.floor(this.list.clientHeight / DifferenceList.rowHeight));
    const counts = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (!(event.key in counts) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const index = this.differences.step(counts[event.key], this.cursor.time);
    if (index >= 0) this.choose(index);
  }
}
