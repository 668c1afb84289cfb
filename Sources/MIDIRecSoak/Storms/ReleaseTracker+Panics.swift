package import MIDICore

extension ReleaseTracker {
  /// Applies a message that was sent to a receiver that obeys panics.
  ///
  /// `apply(_:)` counts notes until their note-offs, because receivers may ignore "all notes off".
  package mutating func applyWithPanics(_ message: Message) {
    if let channel = message.channel, message.silences(channel) {
      for key in 0...127 as ClosedRange<UInt8> {
        while end(.noteOff(channel: channel, note: NoteNumber(masking: key), velocity: 64)) {}
      }
    }
    apply(message)
  }
}

extension Sequence<Message> {
  /// The messages that release what these messages leave held by a receiver that obeys panics.
  ///
  /// Unlike `ReleaseTracker.releaseMessages`, they also release the pressure of notes.
  package var releasesAfterPanics: [Message] {
    var tracker = ReleaseTracker()
    // The keys under pressure, as channel and note.
    var pressed: Set<Int> = []
    for message in self {
      tracker.applyWithPanics(message)
      switch message {
      case .polyPressure(let channel, let note, let pressure):
        let key = Int(channel) << 7 | Int(note)
        if pressure == 0 { pressed.remove(key) } else { pressed.insert(key) }
      case .controlChange(let channel, .resetAllControllers, _):
        pressed = pressed.filter { $0 >> 7 != Int(channel) }
      case .systemReset: pressed = []
      default: break
      }
    }
    return tracker.releaseMessages
      + pressed.sorted().map {
        .polyPressure(
          channel: Channel(masking: UInt8($0 >> 7)), note: NoteNumber(masking: UInt8($0 & 127)), pressure: 0)
      }
  }
}
