extension Recording {
  /// The same with every note and its pressure moved by semitones, on all channels: nothing in a recording says which
  /// of them are drums.
  ///
  /// - Returns: The recording, without the notes that would leave 0 through 127, and how many notes that were.
  public func transposed(by semitones: Int) -> (recording: Recording, leftOutNoteCount: Int) {
    var recording = self
    var leftOutCount = 0
    for index in tracks.indices {
      recording.tracks[index].messages = tracks[index].messages.compactMap { timed in
        if let message = timed.message.transposed(by: semitones) {
          return TimedMessage(time: timed.time, message: message)
        }
        if timed.message.isNoteOn { leftOutCount += 1 }
        return nil
      }
    }
    return (recording, leftOutCount)
  }
}

extension Message {
  /// The message with its note moved by semitones; the same, where it has none.
  ///
  /// - Returns: Nothing where the note would leave 0 through 127.
  public func transposed(by semitones: Int) -> Message? {
    func moved(_ note: NoteNumber) -> NoteNumber? {
      let (number, overflow) = Int(note.rawValue).addingReportingOverflow(semitones)
      return overflow ? nil : NoteNumber(exactly: number)
    }
    switch self {
    case .noteOff(let channel, let note, let velocity):
      return moved(note).map { .noteOff(channel: channel, note: $0, velocity: velocity) }
    case .noteOn(let channel, let note, let velocity):
      return moved(note).map { .noteOn(channel: channel, note: $0, velocity: velocity) }
    case .polyPressure(let channel, let note, let pressure):
      return moved(note).map { .polyPressure(channel: channel, note: $0, pressure: pressure) }
    default:
      return self
    }
  }
}
