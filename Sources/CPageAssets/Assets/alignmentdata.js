import { Notes } from "./notes.js";
import { readKinds } from "./take.js";

// The time axes of an alignment: the expected times, and the times of the performance.
export const AXES = ["musical", "real"];

// Reads an alignment, which NoteAlignmentPage.swift writes. Each time is on both axes, in microseconds.
export function readAlignment(reader) {
  const last = { musical: 0, real: 0 };
  const time = () => ({ musical: (last.musical += reader.signed()), real: (last.real += reader.signed()) });
  const data = {
    kinds: readKinds(reader),
    title: reader.text(),
    verdict: reader.text(),
    remarks: reader.list(() => reader.text()),
    middleC: reader.signed(),
    tempoUnit: reader.text(),
    hasBars: reader.number() === 1,
    // The bars, or spans of equal length, with the state that bars.js knows.
    spans: reader.list(() => ({ start: time(), state: reader.number() })),
    tempos: reader.list(() => ({ start: time(), end: time(), value: reader.number() / 100 })),
    ornaments: new Set(),
  };
  data.bars = data.hasBars ? data.spans.map(({ start }) => start) : [];
  // The notes of both sides by axis. The partner of an actual note is the expected note that it matches or replaces, or
  // −1.
  data.layers = { musical: {}, real: {} };
  for (const side of ["expected", "actual"]) addNotes(reader, data, side, time);
  data.partners = reader.list(() => reader.number() - 1);
  for (const index of reader.list(() => reader.number())) data.ornaments.add(index);
  data.differences = reader.list(() => ({
    place: "notes",
    kinds: [reader.number()],
    subject: reader.text(),
    verdict: reader.text(),
    texts: { musical: reader.text(), real: reader.text() },
    times: time(),
    expected: reader.list(() => reader.number()),
    actual: reader.list(() => reader.number()),
  }));
  reader.end();
  return data;
}

function addNotes(reader, data, side, time) {
  const count = reader.number();
  for (const axis of AXES) data.layers[axis][side] = new Notes([], count);
  for (let index = 0; index < count; index += 1) {
    const [start, end, number, velocity, channel] = [time(), time(), reader.number(), reader.number(), reader.number()];
    for (const axis of AXES) {
      const [onset, offset] = [start[axis], Math.max(start[axis], end[axis])];
      data.layers[axis][side].add({ onset, offset, number, velocity, channel });
    }
  }
}

// The range of the notes of both sides on an axis.
export function rangeOf({ expected, actual }) {
  const [from, to] = [Math.min(expected.first, actual.first), Math.max(expected.latest, actual.latest)];
  return from <= to ? { from, to: Math.max(to, from + 100000) } : { from: 0, to: 1000000 };
}
