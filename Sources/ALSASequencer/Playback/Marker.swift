internal import CALSA

/// Markers: midirec's own events, which follow other events in the kernel's queue and return, to report when those were
/// delivered.
extension SequencerEvent {
  /// The type of markers: events for any purpose.
  static var markerType: snd_seq_event_type { SND_SEQ_EVENT_USR0 }

  /// Returns a marker that follows an event.
  static func marker(_ number: UInt64, epoch: UInt32) -> SequencerEvent {
    var event = SequencerEvent(type: markerType)
    event.numbers = (UInt32(truncatingIfNeeded: number), UInt32(number >> 32) | 1 << 31, epoch)
    return event
  }

  /// Returns a marker that follows all delivered events.
  static func lastMarker(epoch: UInt32) -> SequencerEvent {
    var event = SequencerEvent(type: markerType)
    event.numbers = (0, 0, epoch)
    return event
  }

  /// The number of a marker, or `nil` for the last one.
  var markerNumber: UInt64? {
    let numbers = numbers
    guard numbers.1 & 1 << 31 != 0 else { return nil }
    return UInt64(numbers.1 & ~(1 << 31)) << 32 | UInt64(numbers.0)
  }

  var epoch: UInt32 { numbers.2 }
}
