/// What a take records from: one endpoint, and one track of the finished file.
public struct TakeSource: Hashable, Sendable {
  /// The endpoint's name, which becomes the track's.
  public var name: String
  /// The name of its port alone.
  public var portName: String?
  /// What tells the instrument from others of its make: `USB 1fc9:8124, serial LS0000`.
  public var hardware: String?

  /// Makes a source of its parts.
  public init(name: String, portName: String? = nil, hardware: String? = nil) {
    self.name = name
    self.portName = portName
    self.hardware = hardware
  }

  /// The events that say what it is, at the start of its track.
  var description: [MetaEvent] {
    [
      .takeText(.trackName, name),
      portName.map { .takeText(.deviceName, $0) },
      hardware.map { .takeText(.text, "midirec: hardware \($0)") },
    ].compactMap { $0 }
  }
}
