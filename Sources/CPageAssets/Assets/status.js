import { element, setAttribute, setHidden, setText } from "./parts.js";
import { counted, grouped } from "./words.js";

// Returns at most some names as "A, B, and 3 others".
export function listed(names, most) {
  const left = names.length - most;
  const parts = left > 0 ? [...names.slice(0, most), counted(left, "other")] : names;
  if (parts.length < 3) return parts.join(" and ");
  return `${parts.slice(0, -1).join(", ")}, and ${parts.at(-1)}`;
}

// Returns how to start, and the ports that the page listens to, until one of them sends.
export function hintText(names, letters, isAudible) {
  const play = isAudible ? "play" : "choose an output or a sound and play";
  const keys = `${play} with the keys ${letters.join(" ")}.`;
  if (names.length === 0) return `No port is connected. Connect one, or ${keys}`;
  return `Nothing received yet. midirec listens to ${listed(names, 3)}. Or ${keys}`;
}

// Returns "⚠ A is missing".
export function missingText(names) {
  return names.length === 0 ? "" : `⚠ ${listed(names, 2)} ${names.length === 1 ? "is" : "are"} missing`;
}

// What the page always tells: whether its contents are current, and what is lost, left out, or paused.
export class Status {
  static texts = {
    live: "connected", connecting: "connecting", lost: "not connected", silent: "no answer", refused: "not connected",
  };

  static banners = {
    lost: "Not connected to midirec studio. The page shows an earlier state, and connects again by itself.",
    silent: "midirec studio doesn't answer. The page shows an earlier state.",
    refused: "midirec studio has a new address. Open the address that it printed.",
  };

  constructor() {
    this.box = element("status");
    this.name = "connecting";
  }

  // Shows the status of the connection.
  set(name) {
    document.documentElement.dataset.status = name;
    setAttribute(this.box, "data-status", name);
    setText(element("status-text"), Status.texts[name]);
    setHidden(element("banner"), !Status.banners[name]);
    setText(element("banner"), Status.banners[name] ?? "");
    if (name !== this.name) this.announce(Status.texts[name]);
    this.name = name;
  }

  // Tells screen readers what matters while the user looks elsewhere.
  announce(text) {
    setText(element("announcer"), text);
  }

  // Missing are the names of ports.
  draw({ roundTrip, delay }, state, lines, missing) {
    const isLive = this.name === "live" && roundTrip !== null;
    const again = this.name === "lost" ? `again in ${Math.max(1, Math.round(delay / 1000))} s` : "";
    setText(element("status-detail"), isLive ? `${roundTrip.toFixed(1)} ms` : again);
    const { recording = null, failure = null, lost = 0 } = state ?? {};
    const problems = [
      failure, missingText(missing), recording?.problem, lost > 0 ? `${grouped(lost)} lost` : "",
      lines.leftOut > 0 ? `${counted(lines.leftOut, "line")} left out` : "", lines.isPaused ? "log paused" : "",
    ].filter(Boolean);
    const counts = [recording ? counted(recording.notes, "note") : "", lost > 0 ? "" : "0 lost"].filter(Boolean);
    const text = [...problems, ...counts].join(" · ");
    setText(element("losses"), text);
    setAttribute(element("losses"), "title", text);
    setAttribute(element("losses"), "data-bad", String(problems.length > 0));
    setAttribute(element("losses"), "data-failed", String(failure !== null));
  }

  // Explains how to start, until an input sends.
  drawHint(isSilent, names, letters, isAudible) {
    const hint = element("no-messages");
    setHidden(hint, !isSilent);
    setText(hint, hintText(names, letters, isAudible));
    setAttribute(hint, "title", names.join(", "));
  }
}
