import { element, setAttribute, setHidden, setText } from "./parts.js";
import { fileName } from "./takedetail.js";
import { counted, grouped } from "./words.js";

// What the page always tells: whether its contents are current, and what is lost, left out, or paused.
export class Status {
  static texts = {
    live: "live", connecting: "connecting", lost: "not connected", silent: "no answer", refused: "not connected",
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
    if (name !== this.name) this.announce(name === "live" ? "connected" : Status.texts[name]);
    this.name = name;
  }

  // Tells screen readers what matters while the user looks elsewhere.
  announce(text) {
    setText(element("announcer"), text);
  }

  draw({ roundTrip, delay }, state, lines) {
    const isLive = this.name === "live" && roundTrip !== null;
    const again = this.name === "lost" ? `again in ${Math.max(1, Math.round(delay / 1000))} s` : "";
    setText(element("status-detail"), isLive ? `${roundTrip.toFixed(1)} ms` : again);
    const { recording = null, failure = null, lost = 0 } = state ?? {};
    const isBad = failure !== null || lost > 0 || lines.leftOut > 0 || lines.isPaused || Boolean(recording?.problem);
    setText(element("losses"), [
      failure ?? "",
      recording ? `${fileName(recording.file)}, ${counted(recording.notes, "note")}` : "",
      recording?.problem ?? "",
      `${grouped(lost)} lost`,
      lines.leftOut > 0 ? `${counted(lines.leftOut, "line")} left out` : "",
      lines.isPaused ? "log paused" : "",
    ].filter(Boolean).join(" · "));
    setAttribute(element("losses"), "data-bad", String(isBad));
    setAttribute(element("losses"), "data-idle", String(!isBad && !recording));
  }

  // Explains how to start, until an input sends.
  drawHint(isSilent, letters, isAudible) {
    const hint = element("no-messages");
    setHidden(hint, !isSilent);
    const play = isAudible ? "play" : "choose an output or a sound and play";
    setText(hint, `No port sends yet. Connect one, or ${play} with the keys ${letters.join(" ")}.`);
  }
}
