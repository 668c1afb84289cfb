// Names of notes, times and values as texts, and values at times.

export function noteName(number, middleC = 4) {
  const letters = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"];
  return `${letters[number % 12]}${Math.floor(number / 12) - 5 + middleC}`;
}

export const noteNames = Array.from({ length: 128 }, (_, number) => noteName(number));

export function isBlackKey(number) {
  return [1, 3, 6, 8, 10].includes(((number % 12) + 12) % 12);
}

// "12.345 s", exact to the microsecond.
export function timeText(time) {
  const whole = Math.abs(Math.round(time));
  const fraction = String(whole % 1000000).padStart(6, "0");
  return `${time < 0 && whole > 0 ? "−" : ""}${Math.floor(whole / 1000000)}.${fraction}`.replace(/\.?0+$/, "") + " s";
}

// The number of times in a sorted list that are at or before a time.
export function countUpTo(times, time) {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

// "12:3.50", halfway between the third and the fourth beat of bar 12. Times after the last beat have its length.
export function barText({ times, bars }, time) {
  let beat = Math.max(0, countUpTo(times, time) - 1);
  const last = Math.min(beat, times.length - 2);
  const length = last < 0 ? Infinity : times[last + 1] - times[last];
  const hundredths = Math.round((Math.max(0, time - times[beat]) * 100) / length);
  beat += Math.floor(hundredths / 100);
  const bar = Math.max(0, countUpTo(bars, beat) - 1);
  return `${bar + 1}:${beat - bars[bar] + 1}.${String(hundredths % 100).padStart(2, "0")}`;
}

// A round time of an axis whose marks are a step apart.
export function axisText(time, step, isLong) {
  const decimals = step >= 1000000 ? 0 : step >= 100000 ? 1 : step >= 10000 ? 2 : step >= 1000 ? 3 : 4;
  const sign = time < 0 ? "−" : "";
  const seconds = Math.abs(time) / 1000000;
  if (!isLong) return `${sign}${seconds.toFixed(decimals)} s`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = (seconds % 60).toFixed(decimals).padStart(decimals ? decimals + 3 : 2, "0");
  return `${sign}${hours ? `${hours}:${String(minutes).padStart(2, "0")}` : minutes}:${rest}`;
}

export function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

// "1 note", "1,234 notes".
export function counted(count, noun) {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

// The last step at or before a time, or −1 before the first. Steps have times in order, and a value from each time on.
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
