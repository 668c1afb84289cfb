// The differences between two sides: the marks of notes, the wanted differences, and the chosen difference.
export class Differences {
  static sides = ["expected", "actual"];

  // Without wanted kinds, all differences are wanted.
  constructor(kinds, all, notes, wantedKinds = new Set()) {
    this.kinds = kinds;
    this.all = all;
    this.wantedKinds = wantedKinds;
    this.chosen = -1;
    this.setNotes(notes);
  }

  // Marks the notes of both sides.
  setNotes(notes) {
    this.notes = notes;
    // A note's own difference precedes that of its passage.
    for (const place of ["notes", "passage"]) {
      this.all.forEach((difference, index) => {
        if (difference.place !== place) return;
        for (const side of Differences.sides) {
          const links = notes[side].difference;
          for (const note of difference[side]) if (links[note] < 0) links[note] = index;
        }
      });
    }
    this.filter();
  }

  // Leaves out differences without a wanted kind.
  filter() {
    const isWanted = ({ kinds }) => this.wantedKinds.size === 0 || kinds.some((kind) => this.wantedKinds.has(kind));
    this.shown = [...this.all.keys()].filter((index) => isWanted(this.all[index]));
    this.places = new Map(this.shown.map((index, place) => [index, place]));
    for (const side of Differences.sides) {
      const { count, difference, marked } = this.notes[side];
      marked.set(difference);
      if (this.shown.length === this.all.length) continue;
      for (let note = 0; note < count; note += 1) {
        if (!this.places.has(difference[note])) marked[note] = -1;
      }
    }
  }

  isWanted(index) {
    return this.places.has(index);
  }

  // The number of differences of each kind that occurs.
  get counts() {
    const counts = new Map();
    for (const { kinds } of this.all) for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return new Map([...counts].sort(([a], [b]) => a - b));
  }

  // A passage has the sign and the color of its effect.
  firstKind(index) {
    const { kinds, mark } = this.all[index];
    return mark ?? this.kinds[kinds[0]];
  }

  // The indices of the passages that the filter leaves.
  get passages() {
    return this.shown.filter((index) => this.all[index].place === "passage");
  }

  // "E4 on channel 1: missing"
  text(index) {
    return [this.all[index].subject, this.all[index].verdict].filter(Boolean).join(": ");
  }

  // The name of the color of a note, or null if the note is as expected.
  color(notes, note) {
    return notes.marked[note] < 0 ? null : this.firstKind(notes.marked[note]).aspect;
  }

  signs(notes, note) {
    const difference = this.all[notes.marked[note]];
    if (!difference) return "";
    return difference.mark?.sign ?? difference.kinds.map((kind) => this.kinds[kind].sign).join("");
  }

  // The actual note that an expected note with a difference became, if it exists.
  counterpart(note) {
    const difference = this.all[this.notes.expected.marked[note]];
    // A passage may have many notes.
    difference.counterparts ??= new Map(difference.expected.map((expected, place) => [expected, difference.actual[place]]));
    return difference.counterparts.get(note);
  }

  // Whether the difference of an expected note has no actual note.
  isAlone(note) {
    return this.all[this.notes.expected.marked[note]].actual.length === 0;
  }

  // Chooses a difference; −1 clears the choice.
  choose(index) {
    this.chosen = this.all[index] ? index : -1;
  }

  // The chosen difference, or undefined.
  get chosenDifference() {
    return this.all[this.chosen];
  }

  // The index at an offset from the chosen difference, or from a time, or −1 if the filter leaves out all differences.
  step(count, time) {
    if (this.shown.length === 0) return -1;
    let place = this.places.get(this.chosen);
    if (place === undefined) {
      const later = this.shown.findIndex((index) => (this.all[index].time ?? -Infinity) >= time);
      const next = later < 0 ? this.shown.length : later;
      place = count > 0 ? next - 1 : next;
    }
    return this.shown[Math.min(this.shown.length - 1, Math.max(0, place + count))];
  }

  // The time range and rows of a difference, and its shortest relevant detail.
  extent(index) {
    const difference = this.all[index];
    if (difference.place === "lane") return { from: difference.from, to: difference.to };
    if (difference.place === "event") {
      const times = difference.times.length > 0 ? difference.times : [difference.time];
      return { from: Math.min(...times), to: Math.max(...times) };
    }
    if (difference.place === "take") return {};
    if (difference.place === "passage") return this.passageExtent(difference);
    const extent = { from: Infinity, to: -Infinity, lowest: 127, highest: 0, detail: null };
    for (const side of Differences.sides) {
      const notes = this.notes[side];
      for (const note of difference[side]) {
        const onset = notes.onset[note];
        // A hanging note would fill the view.
        const end = notes.offset[note] === Infinity ? onset + 2000000 : notes.lastTime(note);
        extent.from = Math.min(extent.from, onset);
        extent.to = Math.max(extent.to, Math.min(end, notes.end));
        extent.lowest = Math.min(extent.lowest, notes.number[note]);
        extent.highest = Math.max(extent.highest, notes.number[note]);
      }
    }
    const { expected: expectedNotes, actual: actualNotes } = this.notes;
    difference.expected.forEach((expected, place) => {
      const actual = difference.actual[place];
      if (actual === undefined) return;
      for (const edge of ["onset", "offset", "silence", "soundEnd"]) {
        const time = expectedNotes[edge][expected];
        const length = Math.abs(time - actualNotes[edge][actual]);
        if (length > 0 && length < Infinity && (!extent.detail || length < extent.detail.length)) {
          extent.detail = { time, length };
        }
      }
    });
    return extent;
  }

  passageExtent({ from, to, expected, actual }) {
    const numbers = { expected, actual };
    let [lowest, highest] = [127, 0];
    for (const side of Differences.sides) {
      for (const note of numbers[side]) {
        const number = this.notes[side].number[note];
        lowest = Math.min(lowest, number);
        highest = Math.max(highest, number);
      }
    }
    return lowest > highest ? { from, to } : { from, to, lowest, highest };
  }
}
