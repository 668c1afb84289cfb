import { grouped } from "./words.js";

// The time of day of events. Times are in microseconds since the start of the studio.
export class ClockTime {
  constructor(startedAt) {
    this.startedAt = startedAt;
    const midnight = new Date(startedAt);
    midnight.setHours(0, 0, 0, 0);
    // The time from midnight to the start.
    this.sinceMidnight = (startedAt - midnight.getTime()) * 1000;
  }

  // Returns a time as "14:02".
  minutes(time) {
    return this.text(time).slice(0, 5);
  }

  // Returns a time as "14:02:07.118204", with up to six decimals.
  text(time, decimals = 0) {
    const day = 86400000000;
    const whole = (((Math.floor(this.sinceMidnight + time)) % day) + day) % day;
    const part = (unit, count) => String(Math.floor(whole / unit) % count).padStart(2, "0");
    const fraction = String(whole % 1000000).padStart(6, "0").slice(0, decimals);
    return `${part(3600000000, 24)}:${part(60000000, 60)}:${part(1000000, 60)}${decimals ? `.${fraction}` : ""}`;
  }
}

// Returns an age as "0.4 s", "12 s", or "3:05".
export function ageText(time) {
  const seconds = Math.max(0, time) / 1000000;
  if (seconds < 10) return `${(Math.floor(seconds * 10) / 10).toFixed(1)} s`;
  return seconds < 60 ? `${Math.floor(seconds)} s` : lengthText(seconds);
}

// Returns a length as "0:07", "1:12", or "1:02:09".
export function lengthText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (count) => String(count % 60).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60);
  return hours > 0 ? `${grouped(hours)}:${two(minutes)}:${two(whole)}` : `${minutes}:${two(whole)}`;
}
