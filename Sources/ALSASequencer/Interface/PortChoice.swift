/// A user's choice of a port, which survives disconnects, restarts, and new port numbers.
///
/// It begins as a name or as a port. ``Sequencer/Input/choices`` and ``Sequencer/Output/choice`` return the choice with
/// the lasting facts of the port that was found: USB IDs, serial number, place, and names. Store that one: it finds the
/// port again by its most lasting facts, and by its name if nothing else is left.
public struct PortChoice: Hashable, Sendable {
  /// The direction of messages, as seen from the program.
  ///
  /// A choice finds only ports with its direction, because an input and an output can have the same name.
  public enum Direction: String, Codable, Hashable, Sendable {
    /// The port sends messages to the program.
    case input
    /// The port receives messages from the program.
    case output

    /// The direction of endpoints.
    var required: Endpoint.Directions { self == .input ? .input : .output }
  }

  /// The direction of messages.
  public let direction: Direction
  /// The known facts, or `nil` for no port.
  let wanted: TrackedEndpoint.Wanted?

  init(_ wanted: TrackedEndpoint.Wanted?, _ direction: Direction) {
    self.wanted = wanted
    self.direction = direction
  }

  /// Chooses a port by its name or a part of it in any case, such as `LinnStrument`, or by its address, such as `20:0`.
  ///
  /// The first port that matches the name is followed from then on. A name that several ports match finds none of them,
  /// unless one has the name as a whole. An empty name is ``none(_:)``.
  ///
  /// - Parameters:
  ///   - name: The name, the part, or the address.
  ///   - direction: The direction of messages.
  public init(_ name: String, direction: Direction) {
    self.init(EndpointQuery(name).map { .query($0) }, direction)
  }

  /// Chooses a port of a list.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - ports: The connected ports, among which others may have the same names.
  ///   - direction: The direction of messages.
  public init(_ port: Endpoint, among ports: [Endpoint] = [], direction: Direction) {
    self.init(.identity(EndpointIdentity(port, among: ports)), direction)
  }

  /// Chooses no port.
  public static func none(_ direction: Direction) -> PortChoice { PortChoice(nil, direction) }

  /// Whether no port is chosen.
  public var isNone: Bool { wanted == nil }

  /// The name of the port, or the part of it by which it was chosen, or `nil` for no port.
  public var name: String? { wanted.map { TrackedEndpoint($0, direction: direction.required).name } }

  /// Returns the port among the connected ones, or `nil` if it is missing.
  public func port(among ports: [Endpoint]) -> Endpoint? {
    guard let wanted else { return nil }
    var tracked = TrackedEndpoint(wanted, direction: direction.required)
    _ = tracked.follow(ports)
    return tracked.endpoint
  }
}

extension PortChoice: Codable {
  private enum CodingKeys: String, CodingKey {
    case direction, name, port
  }

  /// Decodes a choice.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let direction = try container.decode(Direction.self, forKey: .direction)
    if let identity = try container.decodeIfPresent(EndpointIdentity.self, forKey: .port) {
      self.init(.identity(identity), direction)
    } else {
      self.init(try container.decodeIfPresent(String.self, forKey: .name) ?? "", direction: direction)
    }
  }

  /// Encodes the direction, and the name or the facts of the port.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(direction, forKey: .direction)
    switch wanted {
    case nil: break
    case .query(let query): try container.encode(query.text, forKey: .name)
    case .identity(let identity): try container.encode(identity, forKey: .port)
    }
  }
}
