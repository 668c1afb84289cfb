/// The held notes, pedals, pitch bends, and pressures of a stream of messages.
///
/// It provides the messages that release them, which ensures that a replay never leaves a note hanging.
public struct ReleaseTracker: Sendable {
  /// The number of note-ons without a note-off per channel and note; empty until the first note-on.
  private var counts: [Int] = []
  /// The sum of the counts.
  private var noteCount = 0
  /// The pedals, by their channels and numbers.
  private var pressedPedals: Set<Int> = []
  private var bentChannels: Set<Channel> = []
  private var pressedChannels: Set<Channel> = []

  /// Creates a silent state.
  public init() {}

  /// Applies a message that was sent.
  ///
  /// - Complexity: O(1), except for "reset all controllers" and "system reset".
  public mutating func apply(_ message: Message) {
    switch message {
    case .noteOn(let channel, let note, let velocity) where velocity != 0:
      if counts.isEmpty { counts = [Int](repeating: 0, count: 16 << 7) }
      counts[Self.index(of: UInt7(note), on: channel)] += 1
      noteCount += 1
    case .noteOn(let channel, let note, _), .noteOff(let channel, let note, _): end(note, on: channel)
    case .controlChange(let channel, let controller, let value):
      applyControlChange(channel, controller, value)
    case .pitchBend(let channel, let value):
      if value == .bendCenter { bentChannels.remove(channel) } else { bentChannels.insert(channel) }
    case .channelPressure(let channel, let pressure):
      if pressure == 0 { pressedChannels.remove(channel) } else { pressedChannels.insert(channel) }
    case .systemReset:
      self = ReleaseTracker()
    default:
      break
    }
  }

  /// Ends the note that a message ends.
  ///
  /// - Returns: `true` if the message ended a sounding note.
  package mutating func end(_ message: Message) -> Bool {
    switch message {
    case .noteOn(let channel, let note, 0), .noteOff(let channel, let note, _): end(note, on: channel)
    default: false
    }
  }

  @discardableResult
  private mutating func end(_ note: NoteNumber, on channel: Channel) -> Bool {
    let index = Self.index(of: UInt7(note), on: channel)
    guard noteCount > 0, counts[index] > 0 else { return false }
    counts[index] -= 1
    noteCount -= 1
    return true
  }

  /// Returns the index of a note or pedal by channel and number.
  private static func index(of number: UInt7, on channel: Channel) -> Int {
    Int(channel.rawValue) << 7 | Int(number.rawValue)
  }

  private static func channel(ofIndex index: Int) -> Channel { Channel(masking: UInt8(index >> 7)) }

  private mutating func applyControlChange(_ channel: Channel, _ controller: Controller, _ value: UInt7) {
    switch controller {
    case Controller.pedals:
      let pedal = Self.index(of: UInt7(controller), on: channel)
      if value == 0 { pressedPedals.remove(pedal) } else { pressedPedals.insert(pedal) }
    case .allSoundOff, .allNotesOff:
      // Receivers may ignore these two, so the notes stay counted: an extra note-off is harmless.
      break
    case .resetAllControllers:
      pressedPedals = pressedPedals.filter { Self.channel(ofIndex: $0) != channel }
      bentChannels.remove(channel)
      pressedChannels.remove(channel)
    default:
      break
    }
  }

  /// Whether no note sounds, no pedal is down, no pitch is bent, and no channel pressure is applied.
  public var isSilent: Bool {
    noteCount == 0 && pressedPedals.isEmpty && bentChannels.isEmpty && pressedChannels.isEmpty
  }

  /// Returns the number of unfinished notes with a note message's channel and number, or 1 if the pedal, bend, or
  /// pressure of a different message is applied.
  package func holdCount(of message: Message) -> Int {
    switch message {
    case .noteOn(let channel, let note, _), .noteOff(let channel, let note, _):
      counts.isEmpty ? 0 : counts[Self.index(of: UInt7(note), on: channel)]
    case .controlChange(let channel, let controller, _):
      pressedPedals.contains(Self.index(of: UInt7(controller), on: channel)) ? 1 : 0
    case .pitchBend(let channel, _): bentChannels.contains(channel) ? 1 : 0
    case .channelPressure(let channel, _): pressedChannels.contains(channel) ? 1 : 0
    default: 0
    }
  }

  /// Whether a sounding note has had no note-off.
  public var hasNotes: Bool { noteCount > 0 }

  /// The messages that end the notes and raise the pedals, ordered by channel and number.
  package var noteAndPedalReleases: [Message] {
    let noteOffs = counts.indices.flatMap { index in
      // The release velocity of keyboards that don't sense it (MIDI 1.0 Detailed Specification, "Note-Off").
      let noteOff = Message.noteOff(
        channel: Self.channel(ofIndex: index), note: NoteNumber(masking: UInt8(index & 0x7F)), velocity: 64)
      return repeatElement(noteOff, count: counts[index])
    }
    return noteOffs
      + pressedPedals.sorted().map {
        .controlChange(
          channel: Self.channel(ofIndex: $0), controller: Controller(masking: UInt8($0 & 0x7F)), value: 0)
      }
  }

  /// The messages that restore silence, always in the same order.
  ///
  /// They are a note-off for each note-on without one, then pedals up, pitch bends to center, and channel pressures to
  /// 0.
  public var releaseMessages: [Message] {
    let bends = bentChannels.sorted().map { Message.pitchBend(channel: $0, value: .bendCenter) }
    let pressures = pressedChannels.sorted().map { Message.channelPressure(channel: $0, pressure: 0) }
    return noteAndPedalReleases + bends + pressures
  }
}
