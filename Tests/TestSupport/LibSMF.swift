internal import CSMF
internal import Foundation
public import MIDICore

/// The second opinion on a file: libsmf, which shares no line of code with midirec.
public enum LibSMF {
  /// The file could not be opened by libsmf.
  public struct Refusal: Error {}

  /// The channel messages of a file in order, with their times in seconds as libsmf computes them.
  ///
  /// libsmf ends the process on some files (F7 packets), so it is asked only about files that have none.
  public static func channelMessages(of path: String) throws -> [(seconds: Double, message: Message)] {
    guard let file = unsafe smf_load(path) else { throw Refusal() }
    defer { unsafe smf_delete(file) }
    var messages: [(seconds: Double, message: Message)] = []
    while let event = unsafe smf_get_next_event(file) {
      let bytes = unsafe UnsafeBufferPointer(
        start: event.pointee.midi_buffer, count: Int(event.pointee.midi_buffer_length))
      guard let status = unsafe bytes.first, status < 0xF0 else { continue }
      let first = unsafe bytes.count > 1 ? UInt7(masking: bytes[1]) : 0
      let second = unsafe bytes.count > 2 ? UInt7(masking: bytes[2]) : 0
      guard let message = Message(status: status, first, second) else { continue }
      messages.append((unsafe event.pointee.time_seconds, message))
    }
    return messages
  }
}
