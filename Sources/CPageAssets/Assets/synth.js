// A small synthesizer, to hear which notes a take has. It knows notes, velocities, and pedals, but no programs and bends.
export class Synth {
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

  // Plays a note; times are in seconds of the context. A note without an end sounds until the returned function is
  // called with an end.
  play(number, velocity, channel, start, end = Infinity) {
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
    const endAt = (end) => {
      // A note that is due later isn't heard.
      if (end <= start) {
        source.stop(start);
        return;
      }
      const stop = isPercussion ? start + 0.3 : Math.max(end, start + 0.02);
      gain.setTargetAtTime(0, stop, 0.03);
      source.stop(stop + 0.25);
    };
    if (isPercussion) {
      const filter = new BiquadFilterNode(this.context, { type: "bandpass", frequency: Math.min(8000, pitch * 8), Q: 0.8 });
      source.connect(filter).connect(envelope).connect(this.output);
    } else {
      source.connect(envelope).connect(this.output);
    }
    source.start(start);
    if (isPercussion || end < Infinity) endAt(end);
    this.voices.add(source);
    source.addEventListener("ended", () => this.voices.delete(source));
    return endAt;
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
