internal import MIDICore

extension MIDIFile.Events {
  /// A System Exclusive message that is in several packets or has no end.
  private struct PacketMessage {
    /// The data bytes, without the closing F7.
    var data: [UInt8]
    /// The index of the event with the last packet.
    var lastPosition: Int
  }

  /// Returns the events with each System Exclusive message joined at its last packet.
  ///
  /// That is its time in ``MIDIFile/recording()``. A message without an end ends with its last packet, as in a
  /// recording. A real-time message between its bytes becomes a separate packet.
  ///
  /// - Complexity: O(*n*) in the number of events and bytes.
  func joiningPackets() -> Self {
    guard packed.contains(where: isOpenPacket) else { return self }
    var joined = Self()
    joined.packed.reserveLargeCapacity(count)
    var open: PacketMessage?
    var time = Ticks.zero
    for (position, event) in packed.enumerated() {
      time.rawValue += event.delta
      if isOpenPacket(event) { open = message(beginningAt: position) }
      guard let message = open, event.isPacket else {
        joined.append(event, of: self, at: time)
        continue
      }
      for byte in payload(of: event) where byte >= 0xF8 {
        joined.append(MIDIFile.TrackEvent(time: time, event: .escape([byte])))
      }
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

  /// Follows a message to its last packet, skipping meta events.
  ///
  /// - Returns: The message, or `nil` if its first packet has invalid bytes, so that it must stay unchanged.
  private func message(beginningAt start: Int) -> PacketMessage? {
    guard let data = packetData(of: packed[start]) else { return nil }
    var message = PacketMessage(data: data, lastPosition: start)
    for position in start + 1..<packed.count {
      let event = packed[position]
      if event.isMeta { continue }
      guard event.kind == PackedEvent.escape, let data = packetData(of: event),
        message.data.count + data.count < PayloadStore.maxCount
      else { break }
      message.data += data
      message.lastPosition = position
      if payload(of: event).last == 0xF7 { break }
    }
    return message
  }

  /// Returns the data bytes of a packet.
  ///
  /// - Returns: The bytes, or `nil` if the packet has status bytes except real-time messages and a final F7.
  private func packetData(of event: PackedEvent) -> [UInt8]? {
    let payload = payload(of: event)
    let content = payload.last == 0xF7 ? payload.dropLast() : payload
    guard !content.contains(where: { 0x80..<0xF8 ~= $0 }) else { return nil }
    return content.filter { $0 < 0x80 }
  }
}
