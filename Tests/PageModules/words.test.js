import assert from "node:assert/strict";
import test from "node:test";
import {
  barText, columnsOf, counted, isBlackKey, noteName, timeText, valueAt, valueText,
} from "../../Sources/CPageAssets/Assets/words.js";

test("names of notes have the octave of middle C", () => {
  assert.deepEqual([0, 60, 61, 127].map((number) => noteName(number)), ["C-1", "C4", "C#4", "G9"]);
  assert.equal(noteName(60, 3), "C3");
  assert.deepEqual([-2, 0, 1, 10, 11].map(isBlackKey), [true, false, true, true, false]);
});

test("times are exact to the microsecond", () => {
  assert.deepEqual([0, 1, 1500000, -250000, 60000000].map(timeText), ["0 s", "0.000001 s", "1.5 s", "−0.25 s", "60 s"]);
});

test("positions are bars, beats, and hundredths", () => {
  const beats = { times: [0, 500000, 1000000, 1500000, 2000000], bars: [0, 4] };
  assert.deepEqual([0, 250000, 1999999, 2000000, 2750000].map((time) => barText(beats, time)),
    ["1:1.00", "1:1.50", "2:1.00", "2:1.00", "2:2.50"]);
});

test("counts are grouped, and one has a singular noun", () => {
  assert.deepEqual([0, 1, 1234567].map((count) => counted(count, "note")), ["0 notes", "1 note", "1,234,567 notes"]);
});

test("values of bends are relative, and programs have banks", () => {
  const bend = { zero: 8192, initial: 8192 };
  assert.deepEqual([8192, 8704, 7680, null].map((value) => valueText(bend, value)), ["0", "+512", "−512", "unknown"]);
  assert.equal(valueText({ zero: 0, isProgram: true }, 128 + 128 * 128 + 5), "5 of bank 1 0");
  const steps = { times: [10, 20], values: [1, 2] };
  assert.deepEqual([9, 10, 25].map((time) => valueAt(bend, steps, time)), [8192, 1, 2]);
});

test("columns have the lowest and the highest value of their time", () => {
  const { low, high } = columnsOf({ initial: null }, { times: [5, 11, 12], values: [3, 9, 1] }, 3, (column) => column * 10);
  assert.deepEqual([...low], [3, 1, 1]);
  assert.deepEqual([...high], [3, 9, 1]);
});
