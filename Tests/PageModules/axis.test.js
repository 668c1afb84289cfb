import assert from "node:assert/strict";
import test from "node:test";
import { Cursor, Rows, TimeAxis } from "../../Sources/CPageAssets/Assets/axis.js";
import { ClockTime } from "../../Sources/CPageAssets/Assets/clocktime.js";
import { axisTimes } from "../../Sources/CPageAssets/Assets/painting.js";

test("a zoom keeps the time at its place", () => {
  const axis = new TimeAxis(0, 10000000);
  for (const [x, factor] of [[400, 0.5], [700, 0.3], [250, 1.7]]) {
    const time = axis.time(x);
    axis.zoom(factor, x);
    assert.ok(Math.abs(axis.time(x) - time) < axis.span / 1000);
  }
});

test("a zoom ends at two milliseconds, and at the whole range", () => {
  const axis = new TimeAxis(0, 10000000);
  for (let count = 0; count < 40; count += 1) axis.zoom(0.5);
  assert.equal(axis.span, TimeAxis.shortest);
  for (let count = 0; count < 40; count += 1) axis.zoom(2);
  assert.equal(axis.start, axis.from);
  assert.equal(axis.end, axis.to);
});

test("an open end is followed only by a view of the end", () => {
  const axis = new TimeAxis(0, 10000000);
  axis.set(axis.to - 2000000, 2000000);
  axis.extend(12000000);
  assert.deepEqual([axis.end, axis.span], [12000000, 2000000]);
  axis.set(1000000, 2000000);
  axis.extend(13000000);
  assert.deepEqual([axis.start, axis.to], [1000000, 13000000]);
  axis.extend(11000000);
  assert.equal(axis.to, 13000000);
});

test("a short detail gets at least 14 pixels", () => {
  const axis = new TimeAxis(0, 3600000000);
  axis.show(100000000, 101000000, { time: 100000000, length: 100 });
  assert.ok(axis.x(100000100) - axis.x(100000000) > 13.9);
});

test("a followed cursor stays visible", () => {
  const axis = new TimeAxis(0, 10000000);
  axis.set(0, 1000000);
  const cursor = new Cursor(axis, 0);
  cursor.move(5000000);
  assert.equal(cursor.place, undefined);
  cursor.move(5000001, true);
  assert.ok(axis.start < 5000001 && axis.end > 5000001 && cursor.place > TimeAxis.gutter);
  cursor.move(Infinity);
  assert.equal(cursor.time, axis.to);
});

test("marked times are round seconds, bars, or beats", () => {
  const axis = new TimeAxis(0, 10000000);
  axis.set(0, 10000000);
  assert.deepEqual(axisTimes(axis, 90).times.slice(0, 3), [0, 2000000, 4000000]);
  axis.beats = { times: Array.from({ length: 20 }, (_, beat) => beat * 500000), bars: [0, 4, 8, 12, 16] };
  axis.bars = axis.beats.bars.map((beat) => axis.beats.times[beat]);
  const { times, text } = axisTimes(axis, 90);
  assert.deepEqual(times.map(text), ["bar 1", "bar 2", "bar 3", "bar 4", "bar 5"]);
  axis.set(0, 2000000);
  assert.deepEqual(axisTimes(axis, 90).times.map(axisTimes(axis, 90).text), ["1:1", "1:2", "1:3", "1:4", "2:1"]);
});

test("rows show at least two octaves, and keep the note under the pointer", () => {
  const rows = new Rows(60, 60);
  assert.ok(rows.highest - rows.lowest >= 23);
  rows.fit(42, 400);
  const y = rows.y(61) + rows.rowHeight / 2;
  rows.zoom(0.5, y);
  assert.ok(rows.isZoomed);
  assert.equal(rows.number(y), 61);
  rows.showAll();
  assert.ok(!rows.isZoomed && rows.y(rows.highest) >= 42);
});

test("an axis with a clock shows the time of day, after midnight as well", () => {
  const clock = new ClockTime(new Date(2026, 10, 30, 23, 59, 30).getTime());
  const axis = new TimeAxis(0, 86460000000);
  axis.clock = clock;
  axis.set(86380000000, 60000000);
  const { times, text } = axisTimes(axis, 200);
  assert.deepEqual(times.map(text), ["23:59:40", "00:00:00", "00:00:20", "00:00:40"]);
  assert.equal(text(clock.sinceMidnight + 50000000), clock.text(50000000));
});
