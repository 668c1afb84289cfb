internal import CALSA

/// Markers: events of midirec's own that follow others in the kernel's queue and come back, which tells that those were
/// delivered, and when.
extension SequencerEvent {
  /// What markers are: events that programs may use as they like.
  static var markerType: snd_seq_event_type { SND_SEQ_EVENT_USR0 }

  /// A marker that follows an event.
  static func marker(_ number: UInt64, epoch: UInt32) -> SequencerEvent {
    var event = SequencerEvent(type: markerType)
    event.numbers = (UInt32(truncatingIfNeeded: number), UInt32(number >> 32) | 1 << 31, epoch)
    return event
  }

  /// A marker that follows everything that was delivered.
  static func lastMarker(epoch: UInt32) -> SequencerEvent {
    var event = SequencerEvent(type: markerType)
    event.numbers = (0, 0, epoch)
    return event
  }

  /// The number of a marker; nothing for the last one.
  var markerNumber: UInt64? {
    let numbers = numbers
    guard numbers.1 & 1 << 31 != 0 else { return nil }
    return UInt64(numbers.1 & ~(1 << 31)) << 32 | UInt64(numbers.0)
  }

  var epoch: UInt32 { numbers.2 }
}
