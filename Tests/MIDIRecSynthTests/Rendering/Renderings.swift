import Foundation
import MIDICore
import MIDIRecSound
import MIDIRecSynth
import SystemPackage
import TestSupport

/// Debian's small General MIDI font, which `Scripts/setup` installs.
enum TimGM6mb {
  static let path: FilePath = "/usr/share/sounds/sf2/TimGM6mb.sf2"
  static let isThere = FileManager.default.fileExists(atPath: path.string)
  static let choice = FontChoice(font: path)

  static func choice(bank: Int = 0, program: Int) -> FontChoice {
    FontChoice(font: path, preset: PresetNumber(bank: bank, program: program))
  }
}

extension SynthRenderer.Settings {
  /// Without effects, which mix audio of different times.
  static let dry: Self = {
    var settings = Self()
    settings.reverb = nil
    settings.chorus = nil
    settings.maxTail = .seconds(2)
    return settings
  }()
}

extension SynthRenderer {
  /// Returns the whole audio of a recording.
  func sound(of recording: Recording) throws -> AudioBuffer {
    var sound = AudioBuffer(rate: settings.rate, channelCount: 2)
    try render(recording) { sound.append($0) }
    return sound
  }

  /// Returns the changes of voices in a recording.
  func voiceChanges(in recording: Recording) throws -> [VoiceChange] {
    var changes: [VoiceChange] = []
    try render(recording, voices: { changes.append($0) }) { _ in }
    return changes
  }

  /// Returns the audio of a recording without effects.
  static func drySound(
    _ recording: Recording, _ choice: FontChoice = TimGM6mb.choice
  ) throws -> AudioBuffer {
    try SynthRenderer(choice, settings: .dry).sound(of: recording)
  }
}

extension Recording {
  /// Creates a recording of one track, with times in milliseconds.
  init(_ messages: [(milliseconds: Int64, message: Message)]) {
    self.init(tracks: [
      Track(
        messages: messages.map { TimedMessage(time: .milliseconds($0.milliseconds), message: $0.message) })
    ])
  }
}

extension Message {
  static func on(_ note: NoteNumber, _ velocity: UInt7 = 100, channel: Channel = .number(1)) -> Self {
    .noteOn(channel: channel, note: note, velocity: velocity)
  }

  static func off(_ note: NoteNumber, channel: Channel = .number(1)) -> Self {
    .noteOff(channel: channel, note: note, velocity: 64)
  }

  static func control(_ controller: Controller, _ value: UInt7, channel: Channel = .number(1)) -> Self {
    .controlChange(channel: channel, controller: controller, value: value)
  }

  /// General MIDI System On.
  static let generalMIDIReset = Message.systemExclusive(
    SystemExclusive(payload: [0x7E, 0x7F, 0x09, 0x01]))
}

extension AudioBuffer {
  /// The first audible frame, or `nil` if all are silent.
  var firstSound: Int? {
    (0..<frameCount).first { frame in channels.contains { $0[frame] != 0 } }
  }

  /// The largest magnitude of a sample.
  var peak: Float { channels.flatMap { $0 }.reduce(0) { max($0, abs($1)) } }

  /// Returns the root of the mean square of a channel.
  func loudness(ofChannel channel: Int) -> Double {
    let sum = channels[channel].reduce(0.0) { $0 + Double($1) * Double($1) }
    return (sum / Double(frameCount)).squareRoot()
  }

  /// Returns a part of the audio.
  func frames(_ range: Range<Int>) -> AudioBuffer? {
    AudioBuffer(rate: rate, channels: channels.map { Array($0[range]) })
  }
}
