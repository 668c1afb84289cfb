// A small synthesizer, to hear which notes a take has. It knows notes, velocities, and pedals, but no programs and bends.
class Synth {
  constructor() {
    this.context = new AudioContext();
    this.output = new GainNode(this.context, { gain: 0.3 });
    const limiter = new DynamicsCompressorNode(this.context, { threshold: -12, ratio: 12, attack: 0.002 });
    this.meter = new AnalyserNode(this.context, { fftSize: 2048 });
    this.output.connect(limiter).connect(this.meter).connect(this.context.destination);
    this.wave = this.context.createPeriodicWave(
      new Float32Array(7), Float32Array.of(0, 1, 0.35, 0.18, 0.1, 0.05, 0.02));
    this.noise = this.makeNoise();
    this.voices = new Set();
  }

  get time() {
    return this.context.currentTime;
  }

  // Half a second for percussion on channel 10.
  makeNoise() {
    const buffer = new AudioBuffer({ length: this.context.sampleRate / 2, sampleRate: this.context.sampleRate });
    const samples = buffer.getChannelData(0);
    for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
    return buffer;
  }

  // Plays a note; times are in seconds of the context.
  play(number, velocity, channel, start, end) {
    const pitch = 440 * 2 ** ((number - 69) / 12);
    const isPercussion = channel === 9;
    const level = (velocity / 127) ** 1.6;
    const envelope = new GainNode(this.context, { gain: 0 });
    const source = isPercussion
      ? new AudioBufferSourceNode(this.context, { buffer: this.noise })
      : new OscillatorNode(this.context, { frequency: pitch, periodicWave: this.wave });
    const { gain } = envelope;
    gain.setValueAtTime(0, start);
    gain.linearRampToValueAtTime(level, start + 0.004);
    gain.setTargetAtTime(isPercussion ? 0 : level * 0.25, start + 0.004, isPercussion ? 0.06 : 0.5);
    const stop = isPercussion ? start + 0.3 : Math.max(end, start + 0.02);
    gain.setTargetAtTime(0, stop, 0.03);
    if (isPercussion) {
      const filter = new BiquadFilterNode(this.context, { type: "bandpass", frequency: Math.min(8000, pitch * 8), Q: 0.8 });
      source.connect(filter).connect(envelope).connect(this.output);
    } else {
      source.connect(envelope).connect(this.output);
    }
    source.start(start);
    source.stop(stop + 0.25);
    this.voices.add(source);
    source.addEventListener("ended", () => this.voices.delete(source));
  }

  stopAll() {
    for (const source of this.voices) source.stop();
    this.voices.clear();
  }

  // The loudness now, from 0 to 1.
  get level() {
    const samples = new Float32Array(this.meter.fftSize);
    this.meter.getFloatTimeDomainData(samples);
    return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
  }
}

// Plays the expected or the actual take from the time cursor, which follows.
class Playback {
  static ahead = 300000; // the microseconds that are scheduled at once
  static delay = 0.05; // the seconds before the first note

  constructor(page) {
    this.page = page;
    this.synth = null;
    this.side = "actual";
    this.isPlaying = false;
    this.buttons = new Map(["expected", "actual"].map((side) => [side, document.getElementById(`play-${side}`)]));
    for (const [side, button] of this.buttons) {
      button.addEventListener("click", () => this.toggle(side));
      button.disabled = page.take[side].notes.count === 0;
    }
    this.show();
  }

  toggle(side = this.side) {
    const wasPlaying = this.isPlaying;
    const isOther = side !== this.side;
    this.stop();
    this.side = side;
    if ((!wasPlaying || isOther) && !this.buttons.get(side).disabled) this.start();
    this.show();
  }

  start() {
    this.synth ??= new Synth();
    this.synth.context.resume();
    const { page } = this;
    this.from = page.cursor >= page.last - 1000 ? Math.max(0, page.view.from) : page.cursor;
    this.origin = this.synth.time + Playback.delay;
    this.scheduled = this.from;
    this.isPlaying = true;
    const { notes } = page.take[this.side];
    // Notes that sound already are struck again.
    notes.forEach(this.from, this.from, (index) => {
      if (notes.onset[index] < this.from && notes.silence[index] > this.from) this.play(notes, index);
    });
    this.step();
  }

  stop() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    cancelAnimationFrame(this.frame);
    this.synth.stopAll();
  }

  play(notes, index) {
    const at = (time) => this.origin + (time - this.from) / 1000000;
    const end = Math.min(notes.silence[index], notes.end);
    this.synth.play(
      notes.number[index], notes.velocity[index], notes.channel[index],
      Math.max(at(notes.onset[index]), this.origin), at(end));
  }

  // Schedules the next notes, and moves the cursor.
  step() {
    const { page, synth } = this;
    const now = this.from + Math.max(0, synth.time - this.origin) * 1000000;
    const until = now + Playback.ahead;
    const { notes } = page.take[this.side];
    notes.forEach(this.scheduled, until, (index) => {
      const onset = notes.onset[index];
      if (onset >= this.scheduled && onset < until) this.play(notes, index);
    });
    this.scheduled = Math.max(this.scheduled, until);
    page.moveCursor(now, true);
    // A description for the checks.
    document.getElementById("roll").dataset.level = synth.level.toFixed(4);
    if (now >= page.last) {
      this.stop();
      this.show();
      return;
    }
    this.frame = requestAnimationFrame(() => this.step());
  }

  show() {
    for (const [side, button] of this.buttons) {
      const isOn = this.isPlaying && this.side === side;
      button.textContent = `${isOn ? "■" : "▶"} ${side === "expected" ? "Expected" : "Actual"}`;
      button.setAttribute("aria-label", isOn ? `Stop the ${side} take` : `Hear the ${side} take`);
    }
    document.getElementById("roll").dataset.playing = this.isPlaying ? this.side : "";
  }
}
