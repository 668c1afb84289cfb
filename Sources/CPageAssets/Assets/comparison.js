// The page of a comparison: its views, the chosen difference, and the time cursor.
class Page {
  constructor(take) {
    this.take = take;
    this.address = new Address();
    this.chosen = null;
    this.wanted = null;
    this.theme = new Theme(document.getElementById("theme"));
    this.colors = new Colors(this.theme);
    this.linkNotes();
    this.view = this.makeView();
    this.hasBars = take.beats.bars.length > 1;
    this.setBars(this.address.get("times") ? this.address.get("times") === "bars" : take.startsInBars);
    this.cursor = Math.max(0, Math.min(this.last, take.differences.find(({ time }) => time !== null)?.time ?? 0));
    this.marks = new Marks(this);
    this.input = new Input(this);
    this.overview = new Overview(document.getElementById("overview"), this);
    this.roll = new Roll(document.querySelector("#roll canvas"), this);
    this.lanes = new Lanes(document.getElementById("lanes"), this);
    this.list = new DifferenceList(this);
    this.instrument = new Instrument(this);
    this.state = new State(this);
    this.hover = new Hover(this);
    this.playback = new Playback(this);
    this.isStateOld = true;
    this.applyFilter();
    this.name();
    this.input.start();
    this.view.changed = () => this.request();
    this.theme.listeners.push(() => {
      this.colors = new Colors(this.theme);
      this.isStateOld = true;
      this.request();
    });
    const sizes = new ResizeObserver(() => this.resize());
    sizes.observe(document.getElementById("roll"));
    sizes.observe(document.getElementById("list"));
    sizes.observe(document.getElementById("sides"));
    document.getElementById("lanes").addEventListener("scroll", () => this.request());
    document.addEventListener("scroll", () => this.request());
    this.resize();
    const chosen = Number(this.address.get("difference")) - 1;
    if (chosen >= 0) this.choose(chosen);
  }

  name() {
    const { take } = this;
    const set = (id, text) => (document.getElementById(id).textContent = text);
    set("title", take.title);
    set("verdict", take.verdict);
    set("remarks", take.remarks.join(" "));
    set("expected-name", `${take.expected.name}, ${this.counted(take.expected.notes.count)}`);
    set("actual-name", `${take.actual.name}, ${this.counted(take.actual.notes.count)}`);
    document.getElementById("verdict").className = take.differences.length === 0 ? "good" : "bad";
    for (const id of ["previous", "next"]) document.getElementById(id).disabled = take.differences.length === 0;
  }

  counted(count) {
    return `${grouped(count)} note${count === 1 ? "" : "s"}`;
  }

  linkNotes() {
    this.take.differences.forEach((difference, index) => {
      if (difference.place !== "notes") return;
      for (const side of ["expected", "actual"]) {
        for (const note of difference[side]) {
          const links = this.take[side].notes.difference;
          if (links[note] < 0) links[note] = index;
        }
      }
    });
  }

  // Shows times in bars and beats, or in seconds.
  setBars(isWanted) {
    this.showsBars = isWanted && this.hasBars;
    const { times, bars } = this.take.beats;
    this.view.bars = this.showsBars ? bars.map((beat) => times[beat]) : [];
    this.view.beats = this.showsBars ? this.take.beats : null;
    const button = document.getElementById("bars");
    button.hidden = !this.hasBars;
    button.setAttribute("aria-pressed", String(this.showsBars));
  }

  toggleBars() {
    if (!this.hasBars) return;
    this.setBars(!this.showsBars);
    this.address.set({ times: this.showsBars ? "bars" : "seconds" });
    this.list.filter();
    this.isStateOld = true;
    this.request();
  }

  // A time as the page shows it: "12:3.50", or "1.5 s".
  timeText(time) {
    return this.showsBars && time >= 0 ? barText(this.take.beats, time) : timeText(time);
  }

  differenceText(index) {
    const difference = this.take.differences[index];
    const sign = this.take.kinds[difference.kinds[0]].sign;
    return `${sign} ${difference.subject}: ${difference.verdict}`;
  }

  // Leaves all differences out of the picture but the given ones; `null` shows all.
  setWanted(indices) {
    this.wanted = indices && new Set(indices);
  }

  isWanted(index) {
    return this.wanted === null || this.wanted.has(index);
  }

  // Applies the filter of the list to the picture.
  applyFilter() {
    for (const side of ["expected", "actual"]) {
      const { notes } = this.take[side];
      notes.marked = this.wanted === null
        ? notes.difference : notes.difference.map((index) => (this.wanted.has(index) ? index : -1));
    }
    this.marks = new Marks(this);
    this.overview.forget();
    this.request();
  }

  // The range of all notes, at least two octaves.
  makeView() {
    const { take } = this;
    let [from, to, lowest, highest] = [0, Math.max(take.expected.end, take.actual.end), 127, 0];
    const seen = (time) => {
      if (time < from) from = time;
      if (time > to && time < Infinity) to = time;
    };
    for (const { notes } of [take.expected, take.actual]) {
      for (let index = 0; index < notes.count; index += 1) {
        seen(notes.onset[index]);
        seen(notes.offset[index]);
        seen(notes.silence[index]);
        if (notes.soundEnd[index] > -Infinity) seen(notes.soundEnd[index]);
        if (notes.number[index] < lowest) lowest = notes.number[index];
        if (notes.number[index] > highest) highest = notes.number[index];
      }
    }
    for (const lane of take.lanes) {
      for (const { times } of [lane.expected, lane.actual]) {
        if (times.length > 0) {
          seen(times[0]);
          seen(times[times.length - 1]);
        }
      }
    }
    for (const { time } of take.differences) if (time !== null) seen(time);
    if (lowest > highest) [lowest, highest] = [60, 60];
    while (highest - lowest < 23) {
      if (highest < 127) highest += 1;
      if (lowest > 0) lowest -= 1;
    }
    if (to - from < 100000) to = from + (take.expected.notes.count + take.actual.notes.count > 0 ? 100000 : 1000000);
    this.last = to;
    for (const { notes } of [take.expected, take.actual]) notes.finish(to);
    return new View(from, to, Math.max(0, lowest - 1), Math.min(127, highest + 1));
  }

  resize() {
    const box = document.getElementById("roll");
    this.isStateOld = true;
    this.view.resize(box.clientWidth, box.clientHeight);
    this.list.draw();
  }

  // Draws with the next frame, once.
  request() {
    if (this.isRequested) return;
    this.isRequested = true;
    requestAnimationFrame(() => {
      this.isRequested = false;
      this.draw();
    });
  }

  draw() {
    this.roll.draw();
    this.overview.draw();
    this.lanes.draw();
    if (this.isStateOld) {
      this.instrument.draw();
      this.state.draw();
    }
    this.isStateOld = false;
    this.publish();
  }

  // A description for screen readers; numbers are in microseconds and CSS pixels.
  publish() {
    const { view } = this;
    Object.assign(document.getElementById("roll").dataset, {
      start: view.start, span: view.span, cursor: this.cursor, chosen: this.chosen?.index ?? "",
      gutter: View.gutter, top: View.top, rowHeight: view.rowHeight, topNote: view.topNote,
    });
  }

  moveCursor(time, isFollowed = false) {
    this.cursor = Math.min(this.view.to, Math.max(this.view.from, Math.round(time)));
    if (isFollowed && (this.cursor < this.view.start || this.cursor > this.view.end)) {
      this.view.set(this.cursor - this.view.span / 2, this.view.span);
    }
    this.isStateOld = true;
    this.request();
  }

  // Keys zoom around the time cursor if it is visible.
  get zoomPlace() {
    const x = this.view.x(this.cursor);
    return x >= View.gutter && x <= this.view.width ? x : undefined;
  }

  clickRoll(x, y) {
    const reach = matchMedia("(pointer: coarse)").matches ? 14 : 6;
    const index = y < View.top ? this.marks.at(x, reach + 2) : this.roll.differenceAt(x, y, reach);
    if (index >= 0) this.choose(index);
    else this.moveCursor(this.view.time(x));
  }

  step(count) {
    const index = this.list.step(count);
    if (index >= 0) this.choose(index);
  }

  // Chooses a difference and shows it in the list and the roll; -1 chooses none.
  choose(index) {
    const difference = this.take.differences[index];
    this.chosen = difference ? { index, difference, ...this.extent(difference) } : null;
    this.address.set({ difference: difference ? String(index + 1) : "" });
    if (difference) {
      this.list.reveal(index);
      const { from, to, detail, lowest, highest } = this.chosen;
      if (from !== undefined) {
        this.view.show(from, to, detail);
        this.moveCursor(difference.time ?? from);
      }
      if (lowest !== undefined) this.view.showRows(lowest, highest);
      if (difference.place === "lane") this.lanes.reveal(difference.lane);
      const place = `Difference ${index + 1} of ${this.take.differences.length}`;
      this.state.preface = `${place}: ${difference.subject}: ${difference.verdict}. `;
      this.isStateOld = true;
    }
    const text = document.getElementById("chosen");
    text.hidden = !difference;
    text.textContent = difference ? `${difference.subject}: ${difference.verdict}` : "";
    this.list.draw();
    this.request();
  }

  // The time range and rows of a difference, and its shortest relevant detail.
  extent(difference) {
    if (difference.place === "lane") return { from: difference.from, to: difference.to };
    if (difference.place === "event") {
      const times = difference.times.length > 0 ? difference.times : [difference.time];
      return { from: Math.min(...times), to: Math.max(...times) };
    }
    if (difference.place === "take") return {};
    const extent = { from: Infinity, to: -Infinity, lowest: 127, highest: 0, detail: null };
    for (const side of ["expected", "actual"]) {
      const { notes } = this.take[side];
      for (const index of difference[side]) {
        const onset = notes.onset[index];
        // A hanging note would fill the view.
        const end = notes.offset[index] === Infinity ? onset + 2000000 : notes.lastTime(index);
        extent.from = Math.min(extent.from, onset);
        extent.to = Math.max(extent.to, Math.min(end, notes.end));
        extent.lowest = Math.min(extent.lowest, notes.number[index]);
        extent.highest = Math.max(extent.highest, notes.number[index]);
      }
    }
    difference.expected.forEach((expected, place) => {
      const actual = difference.actual[place];
      if (actual === undefined) return;
      for (const edge of ["onset", "offset", "silence", "soundEnd"]) {
        const time = this.take.expected.notes[edge][expected];
        const length = Math.abs(time - this.take.actual.notes[edge][actual]);
        if (length > 0 && length < Infinity && (!extent.detail || length < extent.detail.length)) {
          extent.detail = { time, length };
        }
      }
    });
    return extent;
  }
}

const page = new Page(readTake(document.getElementById("take").textContent));
page.draw();
// The time from the start of the page until the first complete drawing, in milliseconds.
document.documentElement.dataset.drawn = performance.now().toFixed(1);
