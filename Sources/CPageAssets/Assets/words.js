// Names of notes, and numbers and times as texts.

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

// The number of times at or before a time, which are in order.
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
