// The notes of one side. Blocks with a start and an end find the notes at a time.
class Notes {
  static blockLength = 128;

  constructor(count, side) {
    this.count = count;
    this.side = side;
    this.onset = new Float64Array(count);
    // Infinity if a note is hanging, or sounds to the end.
    this.offset = new Float64Array(count);
    this.silence = new Float64Array(count);
    // The time when a synthesizer's sound of it decayed or was cut off, or its silence if that is unknown.
    this.soundEnd = new Float64Array(count).fill(-Infinity);
    this.isStolen = new Uint8Array(count);
    this.number = new Uint8Array(count);
    this.velocity = new Uint8Array(count);
    this.channel = new Uint8Array(count);
    this.source = new Uint16Array(count);
    // The difference of a note, or -1 if it has none.
    this.difference = new Int32Array(count).fill(-1);
    // The same, but -1 if the filter leaves the difference out.
    this.marked = this.difference;
    // The attributes that a subject adds, as keys and values.
    this.attributes = new Map();
    this.isTwin = null;
  }

  copy(index, other, place) {
    for (const key of ["onset", "offset", "silence", "soundEnd", "isStolen", "number", "velocity", "channel", "source"]) {
      this[key][index] = other[key][place];
    }
    if (other.attributes.has(place)) this.attributes.set(index, other.attributes.get(place));
  }

  // The value of an attribute, if the note has it.
  attribute(index, key) {
    return this.attributes.get(index)?.find(([name]) => name === key)?.[1];
  }

  // Notes without an end are drawn to the end of the roll.
  finish(end) {
    this.end = end;
    const length = Notes.blockLength;
    const blocks = Math.ceil(this.count / length);
    this.blockStart = new Float64Array(blocks).fill(Infinity);
    this.blockEnd = new Float64Array(blocks).fill(-Infinity);
    for (let index = 0; index < this.count; index += 1) {
      const block = (index / length) | 0;
      if (this.onset[index] < this.blockStart[block]) this.blockStart[block] = this.onset[index];
      const last = this.lastTime(index);
      if (last > this.blockEnd[block]) this.blockEnd[block] = last;
    }
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
  // decays, otherwise undefined.
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

// The name of a note, such as C#4, if middle C is in the given octave.
function noteName(number, middleC = 4) {
  const letters = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"];
  return `${letters[number % 12]}${Math.floor(number / 12) - 5 + middleC}`;
}

const noteNames = Array.from({ length: 128 }, (_, number) => noteName(number));

function isBlackKey(number) {
  return [1, 3, 6, 8, 10].includes(number % 12);
}

// "12.345 s", exact to the microsecond.
function timeText(time) {
  const whole = Math.abs(Math.round(time));
  const fraction = String(whole % 1000000).padStart(6, "0");
  return `${time < 0 && whole > 0 ? "−" : ""}${Math.floor(whole / 1000000)}.${fraction}`.replace(/\.?0+$/, "") + " s";
}

function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
