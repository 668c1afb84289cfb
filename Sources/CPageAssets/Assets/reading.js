// Reads the data of the page, which PageDocument+Packing.swift writes.
class Reader {
  constructor(text) {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
    this.bytes = bytes;
    this.place = 0;
    const decoder = new TextDecoder();
    this.texts = this.list(() => {
      const length = this.number();
      this.place += length;
      return decoder.decode(bytes.subarray(this.place - length, this.place));
    });
  }

  // Without shifts, because numbers may have more than 32 bits.
  number() {
    let byte = this.bytes[this.place++];
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let scale = 0x80; byte >= 0x80; scale *= 0x80) {
      byte = this.bytes[this.place++];
      value += (byte & 0x7f) * scale;
    }
    return value;
  }

  signed() {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text() {
    return this.texts[this.number()];
  }

  list(read) {
    return Array.from({ length: this.number() }, read);
  }
}

// The data of the page. Times are in microseconds.
function readTake(text) {
  const reader = new Reader(text);
  // Each aspect has a separate color: "time", "pitch", "channel", or "velocity", or "actual" for all others.
  const kinds = reader.list(() => ({ name: reader.text(), sign: reader.text(), aspect: reader.text() }));
  const take = {
    kinds,
    title: (reader.number(), reader.text()),
    verdict: reader.text(),
    remarks: reader.list(() => reader.text()),
    beats: readBeats(reader),
    startsInBars: reader.number() === 1,
    view: readView(reader),
  };
  readNotes(reader, take);
  take.lanes = reader.list(() => readLane(reader));
  take.differences = readDifferences(reader, take);
  if (reader.place !== reader.bytes.length) throw new Error("this page is damaged: its data doesn't end where it should");
  for (const lane of take.lanes) lane.differences = [];
  take.differences.forEach((difference, index) => {
    if (difference.place === "lane") take.lanes[difference.lane].differences.push(index);
  });
  return take;
}

// The times of the beats and the numbers of the beats that start a bar, or empty lists if the meter is unknown.
function readBeats(reader) {
  const beats = { times: [], bars: [] };
  let time = 0;
  for (let count = reader.number(); count > 0; count -= 1) {
    const value = reader.number();
    time += Math.floor(value / 2);
    if (value % 2 === 1) beats.bars.push(beats.times.length);
    beats.times.push(time);
  }
  return beats;
}

// The additional view of the takes. Without one, keys are available on request.
function readView(reader) {
  const columns = reader.number();
  if (columns < 2) return { kind: "keyboard", isWanted: columns === 1 };
  const readColor = () => [reader.text(), `#${reader.number().toString(16).padStart(6, "0")}`];
  const colors = new Map(reader.list(readColor));
  const lightColors = reader.list(readColor);
  const lights = { expected: readLights(reader, lightColors), actual: readLights(reader, lightColors) };
  return { kind: "grid", isWanted: true, columns, colors, lights };
}

// The lights of a take by cell: the times of their changes, and their colors from then on.
function readLights(reader, colors) {
  const cells = new Map();
  let time = 0;
  for (let count = reader.number(); count > 0; count -= 1) {
    time += reader.signed();
    const cell = reader.number();
    const color = reader.number();
    if (!cells.has(cell)) cells.set(cell, { times: [], colors: [] });
    cells.get(cell).times.push(time);
    // Color 0 is the instrument's own, which is unknown here.
    cells.get(cell).colors.push(color === 0 ? null : { name: colors[color][0], paint: colors[color][1] });
  }
  return cells;
}

function readSide(reader) {
  return { name: reader.text(), sources: reader.list(() => reader.text()), end: reader.signed() };
}

function readNotes(reader, take) {
  take.expected = readSide(reader);
  const count = reader.number();
  const expected = new Notes(count, take.expected);
  const twins = [];
  readRecords(reader, expected, 0, count, twins);
  take.actual = readSide(reader);
  const others = reader.number();
  const actual = new Notes(twins.length + others, take.actual);
  twins.forEach((twin, index) => actual.copy(index, expected, twin));
  readRecords(reader, actual, twins.length, others, []);
  expected.isTwin = new Uint8Array(count);
  for (const twin of twins) expected.isTwin[twin] = 1;
  take.expected.notes = expected;
  take.actual.notes = actual;
  take.actual.twinCount = twins.length;
}

function readRecords(reader, notes, first, count, twins) {
  let onset = 0;
  let source = 0;
  let channel = 0;
  for (let index = first; index < first + count; index += 1) {
    const flags = reader.number();
    if (flags & 1) twins.push(index);
    onset += reader.signed();
    notes.onset[index] = onset;
    notes.number[index] = reader.number();
    notes.velocity[index] = reader.number();
    if (flags & 32) {
      const place = reader.number();
      source = Math.floor(place / 16);
      channel = place % 16;
    }
    notes.source[index] = source;
    notes.channel[index] = channel;
    const offset = flags & 2 ? Infinity : onset + reader.signed();
    const end = flags & 2 ? onset : offset;
    notes.offset[index] = offset;
    notes.silence[index] = flags & 4 ? Infinity : flags & 8 ? end + reader.signed() : end;
    if (flags & 64) {
      const from = flags & 4 ? end : notes.silence[index];
      notes.soundEnd[index] = from + reader.signed();
      notes.isStolen[index] = flags & 128 ? 1 : 0;
    }
    if (flags & 16) notes.attributes.set(index, reader.list(() => [reader.text(), reader.text()]));
  }
}

function readLane(reader) {
  const lane = { name: reader.text(), low: reader.signed(), high: reader.signed(), zero: reader.signed() };
  lane.isProgram = reader.number() === 1;
  const initial = reader.number();
  lane.initial = initial === 0 ? null : initial - 1;
  lane.expected = readSteps(reader);
  lane.actual = reader.number() === 1 ? lane.expected : readSteps(reader);
  return lane;
}

function readSteps(reader) {
  const count = reader.number();
  const steps = { times: new Float64Array(count), values: new Uint32Array(count) };
  let time = 0;
  for (let index = 0; index < count; index += 1) {
    time += reader.signed();
    steps.times[index] = time;
    steps.values[index] = reader.number();
  }
  return steps;
}

function readDifferences(reader, take) {
  const last = { time: 0, expected: 0, actual: 0 };
  const indices = (side) => reader.list(() => (last[side] += reader.signed()));
  return reader.list(() => {
    const difference = {
      kinds: reader.list(() => reader.number()),
      subject: reader.text(),
      verdict: reader.list(() => reader.text()).join(" "),
      time: null,
    };
    if (reader.number() === 1) {
      difference.time = last.time += reader.signed();
      difference.position = take.beats.bars.length > 0 ? reader.text() : "";
    }
    difference.place = ["take", "notes", "lane", "event"][reader.number()];
    switch (difference.place) {
      case "notes":
        difference.expected = indices("expected");
        difference.actual = indices("actual");
        break;
      case "lane":
        difference.lane = reader.number();
        difference.from = last.time + reader.signed();
        difference.to = difference.from + reader.signed();
        break;
      case "event": {
        const sides = reader.number();
        difference.times = [1, 2].filter((side) => sides & side).map(() => last.time + reader.signed());
        break;
      }
    }
    return difference;
  });
}
