import { countUpTo } from "./words.js";

// Values that change by steps: their times in order, and the value from each time on.

// The last step at or before a time, or −1 before the first.
export function stepAt({ times }, time) {
  return countUpTo(times, time) - 1;
}

export function valueAt(lane, steps, time) {
  const place = stepAt(steps, time);
  return place < 0 ? lane.initial : steps.values[place];
}

// "+512" for bends, "5 of bank 1 0" for programs, "64" for others, "unknown" before the first step.
export function valueText(lane, value) {
  if (value === null) return "unknown";
  if (lane.isProgram && value >= 128) {
    const bank = Math.floor(value / 128) - 1;
    return `${value % 128} of bank ${Math.floor(bank / 128)} ${bank % 128}`;
  }
  const shown = value - lane.zero;
  return lane.zero === 0 || shown === 0 ? String(shown) : shown < 0 ? `−${-shown}` : `+${shown}`;
}

// The lowest and the highest value in each of equal parts of a time range, or −1 if it is unknown.
export function columnsOf(lane, { times, values }, count, timeAt) {
  const columns = { low: new Int32Array(count), high: new Int32Array(count) };
  let place = stepAt({ times }, timeAt(0)) + 1;
  let value = place > 0 ? values[place - 1] : (lane.initial ?? -1);
  for (let column = 0; column < count; column += 1) {
    const end = timeAt(column + 1);
    let [low, high] = [value, value];
    for (; place < times.length && times[place] < end; place += 1) {
      value = values[place];
      if (low < 0 || value < low) low = value;
      if (value > high) high = value;
    }
    columns.low[column] = low;
    columns.high[column] = high;
  }
  return columns;
}
