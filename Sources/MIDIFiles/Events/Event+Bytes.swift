internal import MIDICore

extension MIDIFile.Event {
  /// The bytes of the event in a file: all that follows the delta time, without running status.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var encoder = TrackEncoder()
    encoder.append(MIDIFile.TrackEvent(time: .zero, event: self), to: &bytes)
    return Array(bytes.dropFirst())
  }
}
