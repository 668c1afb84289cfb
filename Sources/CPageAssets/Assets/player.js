import { bytesOf } from "./reader.js";
import { LANES } from "./soundpicture.js";

// Plays one of three audio files. A new one continues at the position of the previous one.
export class Player {
  constructor(sound, painter) {
    this.heard = sound.heard;
    this.painter = painter;
    this.first = sound.first;
    this.audios = new Map(LANES.map((lane) => [lane, this.audio(lane)]));
    this.button = document.getElementById("play");
    this.seek = document.getElementById("seek");
    this.now = document.getElementById("now");
    this.playhead = document.getElementById("playhead");
    this.seek.min = this.heard.start;
    this.seek.max = this.heard.end;
    this.button.addEventListener("click", () => this.toggle());
    this.seek.addEventListener("input", () => this.goTo(Number(this.seek.value)));
    document.getElementById("to-first")?.addEventListener("click", () => this.goToFirst());
    for (const radio of document.querySelectorAll("input[name=sound]")) {
      radio.addEventListener("change", () => this.choose(radio.value));
    }
    this.lane = "expected";
    this.goTo(this.first === null ? this.heard.start : Math.max(this.heard.start, this.first - 1));
  }

  audio(lane) {
    const audio = new Audio();
    audio.preload = "auto";
    audio.src = URL.createObjectURL(new Blob([bytesOf(`sound-${lane}`)], { type: "audio/flac" }));
    audio.dataset.lane = lane;
    audio.hidden = true;
    audio.addEventListener("play", () => this.follow());
    audio.addEventListener("pause", () => this.show());
    audio.addEventListener("seeked", () => this.show());
    audio.addEventListener("error", () => {
      document.getElementById("heard").textContent = "This browser plays no FLAC.";
    });
    document.getElementById("player").append(audio);
    return audio;
  }

  get current() {
    return this.audios.get(this.lane);
  }

  get isPlaying() {
    return !this.current.paused;
  }

  // In the time of the whole audio.
  get time() {
    return this.heard.start + this.current.currentTime;
  }

  toggle() {
    if (this.isPlaying) this.current.pause();
    else this.current.play().catch(() => this.show());
  }

  goTo(time) {
    const inside = Math.min(Math.max(time, this.heard.start), this.heard.end);
    this.current.currentTime = inside - this.heard.start;
    this.show();
  }

  // A second earlier, for context.
  goToFirst() {
    this.goTo(this.first - 1);
  }

  choose(lane) {
    const [before, wasPlaying] = [this.current, this.isPlaying];
    before.pause();
    this.lane = lane;
    document.querySelector(`input[name=sound][value=${lane}]`).checked = true;
    this.current.currentTime = before.currentTime;
    if (wasPlaying) this.toggle();
    this.show();
  }

  follow() {
    this.show();
    if (this.isPlaying) requestAnimationFrame(() => this.follow());
  }

  show() {
    this.button.textContent = this.isPlaying ? "Pause" : "Play";
    this.seek.value = this.time;
    this.now.textContent = `${this.time.toFixed(3)} s`;
    this.seek.setAttribute("aria-valuetext", this.now.textContent);
    if (!this.painter.picture) return;
    const place = this.painter.placeOf(this.time);
    this.playhead.hidden = place < 0 || place > 1;
    this.playhead.style.left = `${place * 100}%`;
  }
}
