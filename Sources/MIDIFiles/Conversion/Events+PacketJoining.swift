internal import MIDICore

extension MIDIFile.Events {
  /// A System Exclusive message that is in several packets, or has no end.
  private struct PacketMessage {
    /// All data, without the closing F7.
    var data: [UInt8]
    /// The number of the event with its last packet.
    var lastPosition: Int
  }

  /// The same with every System Exclusive message in one packet, where its last packet stood: the time at which
  /// ``MIDIFile/recording()`` has it. One whose end is missing ends after its last packet, as it does there; a
  /// real-time message between its bytes becomes a packet of its own.
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

  /// Follows a message to its last packet, over meta events. Nothing where its first packet holds what no such
  /// message can: then it stays as it is.
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

  /// The data bytes of a packet; nothing where it holds more than those, real-time messages, and F7 as its last.
  private func packetData(of event: PackedEvent) -> [UInt8]? {
    let payload = payload(of: event)
    let content = payload.last == 0xF7 ? payload.dropLast() : payload
    guard !content.contains(where: { 0x80..<0xF8 ~= $0 }) else { return nil }
    return content.filter { $0 < 0x80 }
  }
}
