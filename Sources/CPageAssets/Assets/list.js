// The list of differences, which creates only the visible rows.
class DifferenceList {
  static rowHeight = 46;
  static tallest = 8000000; // browsers don't lay out much taller boxes

  constructor(page) {
    this.page = page;
    this.list = document.getElementById("list");
    this.room = document.getElementById("room");
    this.kinds = document.getElementById("kinds");
    this.rows = new Map();
    this.wanted = new Set();
    for (const name of page.address.list("kinds")) {
      const kind = page.take.kinds.findIndex((kind) => kind.name === name);
      if (kind >= 0) this.wanted.add(kind);
    }
    this.addKinds();
    this.filter();
    this.list.addEventListener("scroll", () => this.draw());
    this.list.addEventListener("click", (event) => {
      const row = event.target.closest("[data-difference]");
      if (row) page.choose(Number(row.dataset.difference));
    });
    this.list.addEventListener("keydown", (event) => this.press(event));
  }

  addKinds() {
    const { take } = this.page;
    const counts = new Map();
    for (const { kinds } of take.differences) {
      for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    for (const kind of [...counts.keys()].sort((a, b) => a - b)) {
      const { name, sign, aspect } = take.kinds[kind];
      const chip = document.createElement("button");
      chip.type = "button";
      chip.className = "chip";
      chip.dataset.kind = name;
      chip.setAttribute("aria-pressed", String(this.wanted.has(kind)));
      const mark = document.createElement("span");
      mark.className = `sign ${aspect}`;
      mark.setAttribute("aria-hidden", "true");
      mark.textContent = sign;
      const count = document.createElement("span");
      count.className = "count";
      count.textContent = grouped(counts.get(kind));
      chip.append(mark, ` ${name} `, count);
      chip.addEventListener("click", () => {
        if (!this.wanted.delete(kind)) this.wanted.add(kind);
        chip.setAttribute("aria-pressed", String(this.wanted.has(kind)));
        this.page.address.set({ kinds: [...this.wanted].map((kind) => take.kinds[kind].name).join(",") });
        this.filter();
        this.page.applyFilter();
      });
      this.kinds.append(chip);
    }
    this.kinds.hidden = counts.size === 0;
  }

  // Shows differences of the chosen kinds, or all if no kind is chosen.
  filter() {
    const { differences } = this.page.take;
    this.shown = [];
    differences.forEach(({ kinds }, index) => {
      if (this.wanted.size === 0 || kinds.some((kind) => this.wanted.has(kind))) this.shown.push(index);
    });
    this.page.setWanted(this.wanted.size === 0 ? null : this.shown);
    this.places = new Map(this.shown.map((index, place) => [index, place]));
    const all = differences.length;
    const text = `${grouped(all)} difference${all === 1 ? "" : "s"}`;
    document.getElementById("differences-heading").textContent =
      this.shown.length === all ? text : `${grouped(this.shown.length)} of ${text}`;
    const nothing = document.getElementById("nothing");
    nothing.hidden = all > 0;
    nothing.textContent = all > 0 ? "" : "✓ Nothing differs.";
    this.list.hidden = all === 0;
    this.list.dataset.count = this.shown.length;
    this.height = Math.min(DifferenceList.tallest, this.shown.length * DifferenceList.rowHeight);
    this.room.style.height = `${this.height}px`;
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.draw();
  }

  // The topmost visible row, as a fraction. In very long lists, scrolling covers more than it seems.
  get first() {
    const seen = this.list.clientHeight;
    const range = Math.max(1, this.height - seen);
    const real = Math.max(0, this.shown.length * DifferenceList.rowHeight - seen);
    return (Math.min(1, this.list.scrollTop / range) * real) / DifferenceList.rowHeight;
  }

  draw() {
    if (this.list.hidden) return;
    const first = this.first;
    const count = Math.ceil(this.list.clientHeight / DifferenceList.rowHeight) + 1;
    const from = Math.max(0, Math.floor(first) - 2);
    const to = Math.min(this.shown.length, Math.floor(first) + count + 2);
    for (const [place, row] of this.rows) {
      if (place < from || place >= to) {
        row.remove();
        this.rows.delete(place);
      }
    }
    for (let place = from; place < to; place += 1) {
      const row = this.rows.get(place) ?? this.makeRow(place);
      row.style.top = `${this.list.scrollTop + (place - first) * DifferenceList.rowHeight}px`;
      const isChosen = this.shown[place] === this.page.chosen?.index;
      row.setAttribute("aria-selected", String(isChosen));
    }
    const chosen = this.places.get(this.page.chosen?.index);
    if (chosen !== undefined && this.rows.has(chosen)) {
      this.list.setAttribute("aria-activedescendant", this.rows.get(chosen).id);
    } else {
      this.list.removeAttribute("aria-activedescendant");
    }
  }

  makeRow(place) {
    const index = this.shown[place];
    const { take } = this.page;
    const difference = take.differences[index];
    const row = document.createElement("div");
    row.id = `difference-${index}`;
    row.className = "difference";
    row.dataset.difference = index;
    row.setAttribute("role", "option");
    row.setAttribute("aria-setsize", this.shown.length);
    row.setAttribute("aria-posinset", place + 1);
    const add = (name, text) => {
      const part = document.createElement("span");
      part.className = name;
      part.textContent = text;
      row.append(part);
      return part;
    };
    const { sign, aspect } = take.kinds[difference.kinds[0]];
    add(`sign ${aspect}`, sign).setAttribute("aria-hidden", "true");
    add("subject", difference.subject);
    add("when", difference.time === null ? "" : this.page.showsBars ? difference.position : timeText(difference.time));
    add("verdict", difference.verdict);
    row.title = `${difference.subject}: ${difference.verdict}`;
    this.room.append(row);
    this.rows.set(place, row);
    return row;
  }

  // Scrolls as little as necessary.
  reveal(index) {
    const place = this.places.get(index);
    if (place === undefined) return;
    const seen = this.list.clientHeight / DifferenceList.rowHeight;
    const { first } = this;
    const wanted = place < first ? place : place + 1 > first + seen ? place + 1 - seen : first;
    const real = Math.max(1, this.shown.length - seen);
    if (wanted !== first) {
      this.list.scrollTop = (wanted / real) * Math.max(1, this.height - this.list.clientHeight);
    }
    this.draw();
  }

  // The difference at an offset from the chosen one, or from the time cursor.
  step(count) {
    const { page } = this;
    if (this.shown.length === 0) return -1;
    let place = this.places.get(page.chosen?.index);
    if (place === undefined) {
      const later = this.shown.findIndex((index) => (page.take.differences[index].time ?? -Infinity) >= page.cursor);
      const next = later < 0 ? this.shown.length : later;
      place = count > 0 ? next - 1 : next;
    }
    return this.shown[Math.min(this.shown.length - 1, Math.max(0, place + count))];
  }

  press(event) {
    const page = Math.max(1, Math.floor(this.list.clientHeight / DifferenceList.rowHeight));
    const counts = {
      ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity,
    };
    if (!(event.key in counts) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const count = counts[event.key];
    const last = this.shown[this.shown.length - 1];
    const index = Number.isFinite(count) ? this.step(count) : count < 0 ? this.shown[0] : last;
    if (index >= 0) this.page.choose(index);
  }
}
