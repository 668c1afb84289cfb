// The notes of a side, in arrays that grow. Blocks with a start and an end find the notes at a time.
export class Notes {
  static blockLength = 128;
  static columns = {
    onset: Float64Array,
    // Infinity if a note is hanging or still held, or sounds to the end.
    offset: Float64Array,
    silence: Float64Array,
    // The time when a synthesizer's sound of it decayed or was cut off, or −Infinity if that is unknown.
    soundEnd: Float64Array,
    isStolen: Uint8Array,
    number: Uint8Array,
    velocity: Uint8Array,
    channel: Uint8Array,
    source: Uint16Array,
    // Whether the other side has an identical note.
    isTwin: Uint8Array,
    // The difference of a note, or −1 if it has none.
    difference: Int32Array,
    // The same, but −1 if the filter leaves the difference out.
    marked: Int32Array,
  };

  static names = Object.keys(Notes.columns);

  constructor(sources = [], capacity = Notes.blockLength) {
    this.sources = sources;
    this.count = 0;
    // Notes without an end are drawn to this time.
    this.end = 0;
    // The earliest and the latest time of all notes.
    this.first = Infinity;
    this.latest = -Infinity;
    // The attributes that a subject adds, as keys and values.
    this.attributes = new Map();
    this.blockStart = [];
    this.blockEnd = [];
    for (const name of Notes.names) this[name] = new Notes.columns[name](capacity);
  }

  // Appends a note, and returns its index. A note that is still held has no offset yet.
  add(note) {
    const index = this.append();
    this.onset[index] = note.onset;
    this.number[index] = note.number;
    this.velocity[index] = note.velocity;
    this.channel[index] = note.channel ?? 0;
    this.source[index] = note.source ?? 0;
    this.offset[index] = note.offset ?? Infinity;
    this.silence[index] = note.silence ?? this.offset[index];
    this.soundEnd[index] = note.soundEnd ?? -Infinity;
    this.isStolen[index] = note.isStolen ?? 0;
    this.difference[index] = this.marked[index] = -1;
    this.cover(index);
    return index;
  }

  // Appends a note of other notes.
  copy(other, place) {
    const index = this.append();
    for (const name of Notes.names) this[name][index] = other[name][place];
    if (other.attributes.has(place)) this.attributes.set(index, other.attributes.get(place));
    this.cover(index);
  }

  // Makes room for a note.
  append() {
    if (this.count === this.onset.length) {
      for (const name of Notes.names) {
        const column = new Notes.columns[name](this.count * 2 + Notes.blockLength);
        column.set(this[name]);
        this[name] = column;
      }
    }
    this.count += 1;
    return this.count - 1;
  }

  // Ends a held note.
  release(index, offset, silence = offset) {
    this.offset[index] = offset;
    this.silence[index] = silence;
    const block = Math.floor(index / Notes.blockLength);
    this.blockEnd[block] = -Infinity;
    const end = Math.min(this.count, (block + 1) * Notes.blockLength);
    for (let other = block * Notes.blockLength; other < end; other += 1) this.cover(other);
  }

  // Extends the block of a note. A note without an end reaches any end of the notes.
  cover(index) {
    const block = (index / Notes.blockLength) | 0;
    const { onset, offset, silence, soundEnd } = this;
    const last = Math.max(offset[index] === Infinity ? onset[index] : offset[index], silence[index], soundEnd[index]);
    this.blockStart[block] = Math.min(this.blockStart[block] ?? Infinity, onset[index]);
    this.blockEnd[block] = Math.max(this.blockEnd[block] ?? -Infinity, last);
    this.first = Math.min(this.first, onset[index]);
    for (const time of [onset[index], offset[index], silence[index], soundEnd[index]]) {
      if (time > this.latest && time < Infinity) this.latest = time;
    }
  }

  // The value of an attribute, if the note has it.
  attribute(index, key) {
    return this.attributes.get(index)?.find(([name]) => name === key)?.[1];
  }

  // The end of the key's bar in the roll.
  barEnd(index) {
    const offset = this.offset[index];
    return offset === Infinity ? Math.min(this.end, Math.max(this.silence[index], this.onset[index])) : offset;
  }

  lastTime(index) {
    const silence = Math.min(this.silence[index], this.end);
    return Math.max(this.barEnd(index), silence, this.soundEnd[index]);
  }

  // Calls a function for each visible note of a time range, in order.
  forEach(from, to, call) {
    const length = Notes.blockLength;
    for (let block = 0; block < this.blockStart.length; block += 1) {
      if (this.blockStart[block] > to || this.blockEnd[block] < from) continue;
      const end = Math.min(this.count, (block + 1) * length);
      for (let index = block * length; index < end; index += 1) {
        if (this.onset[index] <= to && this.lastTime(index) >= from) call(index);
      }
    }
  }

  // An estimate of the number of notes near a time range, to choose how to draw them.
  roughCount(from, to) {
    let count = 0;
    for (let block = 0; block < this.blockStart.length; block += 1) {
      if (this.blockStart[block] <= to && this.blockEnd[block] >= from) count += Notes.blockLength;
    }
    return Math.min(count, this.count);
  }

  // "sounding" while the key is pressed, "held" while a pedal holds the note, "dying" while a synthesizer's sound
  // decays, otherwise null.
  stateAt(index, time) {
    if (time < this.onset[index]) return null;
    if (time < this.offset[index]) return time < this.silence[index] ? "sounding" : null;
    if (time < this.silence[index]) return "held";
    return time < this.soundEnd[index] ? "dying" : null;
  }

  // The indices of the notes that sound at a time, lowest first.
  soundingAt(time) {
    const found = [];
    this.forEach(time, time, (index) => {
      if (this.stateAt(index, time) !== null) found.push(index);
    });
    return found.sort((a, b) => this.number[a] - this.number[b] || this.channel[a] - this.channel[b]);
  }
}
