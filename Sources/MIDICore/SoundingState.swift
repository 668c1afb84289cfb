/// Remembers what a stream of messages has left sounding or bent, so that it can be put right at any moment.
///
/// This is what keeps the promise that no note is left hanging by a replay.
public struct SoundingState: Sendable {
  /// A note on a channel.
  private struct Key: Hashable, Comparable {
    var channel: Channel
    var note: NoteNumber

    static func < (left: Key, right: Key) -> Bool {
      (left.channel, left.note) < (right.channel, right.note)
    }
  }

  /// A pedal of a channel.
  private struct Pedal: Hashable, Comparable {
    var channel: Channel
    var controller: Controller

    static func < (left: Pedal, right: Pedal) -> Bool {
      (left.channel, left.controller) < (right.channel, right.controller)
    }
  }

  /// How many note-ons each sounding note has had without a note-off.
  private var sounding: [Key: Int] = [:]
  private var pressedPedals: Set<Pedal> = []
  private var bentChannels: Set<Channel> = []
  private var pressedChannels: Set<Channel> = []

  /// Makes the state of silence.
  public init() {}

  /// Takes a message that was sent. Constant time, but for all notes off and reset all controllers.
  public mutating func apply(_ message: Message) {
    switch message {
    case .noteOn(let channel, let note, let velocity) where velocity != 0:
      sounding[Key(channel: channel, note: note), default: 0] += 1
    case .noteOn(let channel, let note, _), .noteOff(let channel, let note, _):
      let key = Key(channel: channel, note: note)
      guard let count = sounding[key] else { return }
      sounding[key] = count > 1 ? count - 1 : nil
    case .controlChange(let channel, let controller, let value):
      applyControlChange(channel, controller, value)
    case .pitchBend(let channel, let value):
      if value == .bendCenter { bentChannels.remove(channel) } else { bentChannels.insert(channel) }
    case .channelPressure(let channel, let pressure):
      if pressure == 0 { pressedChannels.remove(channel) } else { pressedChannels.insert(channel) }
    case .systemReset:
      self = SoundingState()
    default:
      break
    }
  }

  private mutating func applyControlChange(_ channel: Channel, _ controller: Controller, _ value: UInt7) {
    switch controller {
    case Controller.pedals:
      let pedal = Pedal(channel: channel, controller: controller)
      if value == 0 { pressedPedals.remove(pedal) } else { pressedPedals.insert(pedal) }
    case .allSoundOff, .allNotesOff:
      // Receivers may ignore these two, so the notes stay on the list: one note-off too many does no harm.
      break
    case .resetAllControllers:
      pressedPedals = pressedPedals.filter { $0.channel != channel }
      bentChannels.remove(channel)
      pressedChannels.remove(channel)
    default:
      break
    }
  }

  /// Whether nothing sounds and nothing is pressed or bent.
  public var isSilent: Bool {
    sounding.isEmpty && pressedPedals.isEmpty && bentChannels.isEmpty && pressedChannels.isEmpty
  }

  /// Whether a note sounds that had no note-off.
  public var hasNotes: Bool { !sounding.isEmpty }

  /// The messages that bring silence: a note-off for each note-on that had none, then pedals up, pitch bends to
  /// the middle and channel pressure to 0. Always in the same order.
  public var releaseMessages: [Message] {
    let noteOffs = sounding.sorted { $0.key < $1.key }.flatMap { key, count in
      repeatElement(Message.noteOff(channel: key.channel, note: key.note, velocity: 64), count: count)
    }
    let pedals = pressedPedals.sorted().map {
      Message.controlChange(channel: $0.channel, controller: $0.controller, value: 0)
    }
    let bends = bentChannels.sorted().map { Message.pitchBend(channel: $0, value: .bendCenter) }
    let pressures = pressedChannels.sorted().map { Message.channelPressure(channel: $0, pressure: 0) }
    return noteOffs + pedals + bends + pressures
  }
}
