internal import MIDICore

/// The port to which events go.
///
/// A port event (FF 21) names it by its number. Without one, a device name (FF 09) does, and otherwise it is port 0.
enum NamedPort: Hashable {
  case number(UInt8)
  case device([UInt8])
}

/// A reader of the port of each event of a track.
struct PortReader {
  private var number: UInt8?
  private var device: [UInt8]?

  /// Creates a reader of the events before which no port is named.
  fileprivate init() {}

  /// Creates a reader of a track. The events before its first message also describe the events before themselves.
  init(_ events: MIDIFile.Events) {
    for event in events.packed {
      guard event.isMeta else { break }
      read(event, of: events)
    }
  }

  /// The port of the next event.
  var port: NamedPort { number.map { .number($0) } ?? device.map { .device($0) } ?? .number(0) }

  /// Reads an event, which can change the port.
  mutating func read(_ event: PackedEvent, of events: MIDIFile.Events) {
    switch event.kind {
    case MetaEvent.portType: number = events.payload(of: event).first ?? number
    case MetaEvent.TextKind.deviceName.rawValue: device = Array(events.payload(of: event))
    default: break
    }
  }
}

extension MIDIFile.Events {
  /// Whether the port changes after the first message, even if no message follows.
  var changesPort: Bool {
    var reader = PortReader(self)
    let first = reader.port
    return packed.drop(while: \.isMeta).contains { event in
      reader.read(event, of: self)
      return reader.port != first
    }
  }

  /// Returns whether an event names a different port, even if no message goes there.
  func namesPort(besides port: NamedPort?) -> Bool {
    var reader = PortReader()
    return packed.contains { event in
      guard event.namesPort else { return false }
      reader.read(event, of: self)
      return reader.port != port
    }
  }

  /// The ports to which the messages go, in the order of their first messages.
  var ports: [NamedPort] {
    var reader = PortReader(self)
    var ports: [NamedPort] = []
    var isNew = true
    for event in packed {
      if event.namesPort {
        reader.read(event, of: self)
        isNew = true
      } else if isNew, !event.isMeta {
        isNew = false
        if !ports.contains(reader.port) { ports.append(reader.port) }
      }
    }
    return ports
  }
}

extension PackedEvent {
  /// Whether the event can change the port of its track.
  var namesPort: Bool {
    kind == MetaEvent.portType || kind == MetaEvent.TextKind.deviceName.rawValue
  }
}

/// The numbers of ports: that of a port event, and a number that no port event has for a device.
struct PortNumbers {
  private var numbers: [NamedPort: UInt8] = [:]
  private var used: Set<UInt8>

  /// Creates the numbers of the ports of a file.
  init(_ ports: some Sequence<NamedPort>) {
    used = Set(ports.compactMap { if case .number(let number) = $0 { number } else { nil } })
  }

  /// Returns the number of a port. More than 128 devices share the numbers.
  subscript(port: NamedPort) -> UInt8 {
    mutating get {
      if case .number(let number) = port { return number }
      if let known = numbers[port] { return known }
      let number = (0...UInt8(0x7F)).first { !used.contains($0) } ?? UInt8(numbers.count % 0x80)
      used.insert(number)
      numbers[port] = number
      return number
    }
  }
}
