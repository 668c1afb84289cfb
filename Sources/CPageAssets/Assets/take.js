import { Notes } from "./notes.js";

// Reads the takes of a comparison, which ComparisonPage+Packing.swift writes. Times are in microseconds.
export function readTake(reader) {
  const take = {
    kinds: readKinds(reader),
    title: reader.text(),
    verdict: reader.text(),
    remarks: reader.list(() => reader.text()),
    beats: readBeats(reader),
    startsInBars: reader.number() === 1,
    view: readView(reader),
  };
  readNotes(reader, take);
  take.lanes = reader.list(() => readLane(reader));
  take.differences = readDifferences(reader, take);
  reader.end();
  for (const lane of take.lanes) lane.differences = [];
  take.differences.forEach((difference, index) => {
    if (difference.place === "lane") take.lanes[difference.lane].differences.push(index);
  });
  return take;
}

// The kinds of differences. Each aspect has a separate color: "time", "pitch", "channel", or "velocity", or "actual"
// for all others.
export function readKinds(reader) {
  return reader.list(() => ({ name: reader.text(), sign: reader.text(), aspect: reader.text() }));
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
  const expected = new Notes(take.expected.sources, count);
  const twins = readRecords(reader, expected, count);
  take.actual = readSide(reader);
  const others = reader.number();
  const actual = new Notes(take.actual.sources, twins.length + others);
  for (const twin of twins) {
    actual.copy(expected, twin);
    expected.isTwin[twin] = 1;
  }
  readRecords(reader, actual, others);
  take.expected.notes = expected;
  take.actual.notes = actual;
}

// Appends notes, and returns the indices of notes with an identical note on the other side.
function readRecords(reader, notes, count) {
  const twins = [];
  let [onset, source, channel] = [0, 0, 0];
  for (; count > 0; count -= 1) {
    const flags = reader.number();
    onset += reader.signed();
    const [number, velocity] = [reader.number(), reader.number()];
    if (flags & 32) {
      const place = reader.number();
      source = Math.floor(place / 16);
      channel = place % 16;
    }
    const offset = flags & 2 ? Infinity : onset + reader.signed();
    const end = flags & 2 ? onset : offset;
    const silence = flags & 4 ? Infinity : flags & 8 ? end + reader.signed() : end;
    const soundEnd = flags & 64 ? (flags & 4 ? end : silence) + reader.signed() : -Infinity;
    const isStolen = flags & 64 && flags & 128 ? 1 : 0;
    const index = notes.add({ onset, number, velocity, channel, source, offset, silence, soundEnd, isStolen });
    if (flags & 1) twins.push(index);
    if (flags & 16) notes.attributes.set(index, reader.list(() => [reader.text(), reader.text()]));
  }
  return twins;
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
    difference.place = ["take", "notes", "lane", "event", "passage"][reader.number()];
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
      case "passage":
        difference.from = last.time + reader.signed();
        difference.to = difference.from + reader.signed();
        difference.mark = { sign: reader.text(), aspect: reader.text() };
        difference.expected = indices("expected");
        difference.actual = indices("actual");
        break;
    }
    return difference;
  });
}

// The time range of all notes, values, and differences, at least a tenth of a second.
export function timeRange({ expected, actual, lanes, differences }) {
  const notes = [expected.notes, actual.notes];
  const times = [
    0, expected.end, actual.end, ...notes.flatMap(({ first, latest }) => [first, latest]).filter(Number.isFinite),
    ...lanes.flatMap((lane) => [lane.expected, lane.actual].flatMap(({ times }) => [times[0] ?? 0, times.at(-1) ?? 0])),
    ...differences.map(({ time }) => time ?? 0),
  ];
  const from = times.reduce((a, b) => Math.min(a, b));
  const to = times.reduce((a, b) => Math.max(a, b));
  if (to - from >= 100000) return { from, to };
  return { from, to: from + (notes.some(({ count }) => count > 0) ? 100000 : 1000000) };
}
