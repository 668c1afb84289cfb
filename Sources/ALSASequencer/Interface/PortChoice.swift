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
  /// unless one has the name as a whole, or they are outputs of one client, of which it finds the first. An input
  /// reports such a name as ``Sequencer/Input/Event/refused(source:reason:)``, and ``matches(among:)`` returns the ports.
  /// An empty name is ``none(_:)``.
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

  /// Returns the port among the connected ones, or `nil` if it is missing, or if several ports match.
  public func port(among ports: [Endpoint]) -> Endpoint? {
    let matches = matches(among: ports)
    return matches.count == 1 ? matches.first : nil
  }

  /// Returns the ports that match equally well: none if the port is missing, or several if the choice is ambiguous.
  public func matches(among ports: [Endpoint]) -> [Endpoint] {
    guard let wanted else { return [] }
    return TrackedEndpoint(wanted, direction: direction.required).matches(among: ports)
  }
}

extension PortChoice {
  /// An item of a list from which the user picks a port.
  public struct Item: Hashable, Sendable {
    /// The choice of the user who picks this item.
    public let choice: PortChoice
    /// The port, or `nil` if the choice is none, or isn't connected.
    public let port: Endpoint?
    /// Whether the item is the current choice.
    public let isChosen: Bool
    /// Whether the chosen port isn't among the connected ones, or several of them match its name.
    public var isMissing: Bool { port == nil && !choice.isNone }
  }

  /// Returns the items of a list from which the user picks a port: no port, all connected ports of the direction, and
  /// the chosen port if it isn't connected.
  public func items(among ports: [Endpoint]) -> [Item] {
    let chosen = port(among: ports)
    var items = [Item(choice: .none(direction), port: nil, isChosen: isNone)]
    for port in ports where port.directions.contains(direction.required) {
      let choice = PortChoice(port, among: ports, direction: direction)
      items.append(Item(choice: choice, port: port, isChosen: port == chosen))
    }
    if chosen == nil, !isNone { items.append(Item(choice: self, port: nil, isChosen: true)) }
    return items
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
