internal import MIDICore

extension MIDIFile.Events {
  /// A System Exclusive message that is in several packets or has no end.
  ///
  /// The parts are the data bytes without the closing F7, the index of the last packet or of a packet of real-time
  /// messages after it at its time, and whether the last packet ends with F7.
  private typealias PacketMessage = (data: [UInt8], lastPosition: Int, hasEnd: Bool)

  /// Returns the events with each System Exclusive message joined at its last packet.
  ///
  /// That is its time in ``MIDIFile/recording()``. A message without an end ends with its last packet, as in a
  /// recording. A packet of real-time messages between its packets, or at the time of its last one, stays separate.
  ///
  /// - Parameter onlyUnended: Whether messages with an end keep their packets.
  /// - Complexity: O(*n*) in the number of events and bytes.
  func joiningPackets(onlyUnended: Bool = false) -> Self {
    guard packed.contains(where: isOpenPacket) else { return self }
    var joined = Self()
    joined.packed.reserveLargeCapacity(count)
    var open: PacketMessage?
    var time = Ticks.zero
    for (position, event) in packed.enumerated() {
      time.rawValue += event.delta
      if isOpenPacket(event) {
        let message = message(beginningAt: position)
        open = onlyUnended && message.hasEnd ? nil : message
      }
      guard let message = open, event.isPacket else {
        joined.append(event, of: self, at: time)
        continue
      }
      if isRealTime(event) { joined.append(event, of: self, at: time) }
      if position == message.lastPosition {
        joined.append(MIDIFile.TrackEvent(time: time, event: .systemExclusive(message.data + [0xF7])))
        open = nil
      }
    }
    return joined
  }

  private func isOpenPacket(_ event: PackedEvent) -> Bool {
    event.kind == PackedEvent.systemExclusive && payload(of: event).last != 0xF7
  }

  private func isRealTime(_ event: PackedEvent) -> Bool {
    event.kind == PackedEvent.escape && payload(of: event).isRealTimePacket
  }

  /// Follows a message to its last packet, skipping meta events and real-time messages.
  private func message(beginningAt start: Int) -> PacketMessage {
    var message: PacketMessage = (payload(of: packed[start]).exclusiveData, start, false)
    var isLater = false
    for position in start + 1..<packed.count {
      let event = packed[position]
      if event.delta > 0 { isLater = true }
      if event.isMeta { continue }
      if isRealTime(event) {
        // A recording completes the message only afterwards, if this isn't later.
        if !isLater { message.lastPosition = position }
        continue
      }
      guard event.kind == PackedEvent.escape else { break }
      let payload = payload(of: event)
      guard message.data.count + payload.count < PayloadStore.maxCount else { break }
      message.data += payload.exclusiveData
      message.lastPosition = position
      isLater = false
      if payload.last == 0xF7 {
        message.hasEnd = true
        break
      }
    }
    return message
  }
}
