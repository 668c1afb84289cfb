package import MIDICore

/// A reader of the messages that the events of a track carry.
///
/// The declared length of a packet bounds its bytes: an F0 packet, with the F7 packets that continue it, is one System
/// Exclusive message, whatever its bytes are. Other F7 packets are a stream of any messages.
package struct MessageReader {
  /// The data bytes of the System Exclusive message whose end hasn't arrived, or `nil`.
  private var exclusive: [UInt7]?
  /// The parser of F7 packets that continue no message.
  private var escapes = MessageParser()
  private var lastPacketTime = Ticks.zero

  /// Creates a reader of a track.
  package init() {}

  /// Whether no unfinished message precedes the next event.
  var isIdle: Bool { exclusive == nil && !escapes.isInsideSystemExclusive }

  /// Reads the next event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - time: Its time.
  ///   - body: Receives each message that is complete, and its time.
  @inline(__always)
  package mutating func read(
    _ event: MIDIFile.Event, at time: Ticks, _ body: (_ message: Message, _ time: Ticks) -> Void
  ) {
    switch event {
    case .message(let message):
      finish(body)
      body(message, time)
    case .meta: break
    case .systemExclusive(let packet):
      finish(body)
      escapes.discardUnfinishedMessage()
      exclusive = []
      add(packet, at: time, body)
    case .escape(let packet):
      if exclusive != nil, !packet.isRealTimePacket {
        add(packet, at: time, body)
      } else {
        for byte in packet { if let message = escapes.append(byte) { body(message, time) } }
        if exclusive == nil { lastPacketTime = time }
      }
    }
  }

  /// Completes a System Exclusive message without an end, which is sent up to its last packet.
  package mutating func finish(_ body: (_ message: Message, _ time: Ticks) -> Void) {
    if let payload = exclusive {
      body(.systemExclusive(SystemExclusive(payload: payload)), lastPacketTime)
      exclusive = nil
    } else if escapes.isInsideSystemExclusive, let message = escapes.append(0xF7) {
      body(message, lastPacketTime)
    }
  }

  private mutating func add(_ packet: [UInt8], at time: Ticks, _ body: (Message, Ticks) -> Void) {
    exclusive?.append(contentsOf: packet.exclusiveData.map { UInt7(masking: $0) })
    lastPacketTime = time
    if packet.last == 0xF7 { finish(body) }
  }
}

extension RandomAccessCollection<UInt8> {
  /// The data bytes of a System Exclusive packet, without a final F7.
  ///
  /// A byte above 7F is read as 7F, like an invalid data byte of a channel message.
  var exclusiveData: [UInt8] { (last == 0xF7 ? dropLast() : self[...]).map { Swift.min($0, 0x7F) } }

  /// Whether the bytes of an F7 packet are real-time messages, which can occur inside a System Exclusive message.
  ///
  /// A system reset is excluded: inside a message, FF is an invalid data byte.
  var isRealTimePacket: Bool { !isEmpty && allSatisfy { 0xF8..<0xFF ~= $0 } }
}
