internal import ALSASequencer

/// The stored form. Unknown keys are rejected and not dropped, because the next write would delete the data of a newer
/// midirec.
extension EndpointPreferences: Codable {
  /// The only version so far.
  private static let version = 1

  /// Reads the stored form.
  ///
  /// - Throws: `DecodingError` for unknown or invalid contents.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(of: ["version", "aliases", "lastInput", "lastOutput"])
    let version = try container.decode(Int.self, forKey: "version")
    guard version == Self.version else {
      throw DecodingError.dataCorruptedError(
        forKey: "version", in: container, debugDescription: "expected \(Self.version), found \(version)")
    }
    let stored = try container.nestedContainer(keyedBy: StoredKey.self, forKey: "aliases")
    for key in stored.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      let name = key.stringValue
      guard Self.objection(to: name) == nil, self.name(name) == nil else {
        throw DecodingError.dataCorruptedError(
          forKey: "aliases", in: container,
          debugDescription: Self.objection(to: name) ?? "\"\(name)\" is duplicated")
      }
      aliases[name] = try EndpointIdentity(stored: stored.superDecoder(forKey: key))
    }
    lastChoices[.input] = try container.decodeIfPresent(Choice.self, forKey: "lastInput")
    lastChoices[.output] = try container.decodeIfPresent(Choice.self, forKey: "lastOutput")
  }

  /// Writes the stored form.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StoredKey.self)
    try container.encode(Self.version, forKey: "version")
    try container.encode(aliases, forKey: "aliases")
    try container.encodeIfPresent(lastChoices[.input], forKey: "lastInput")
    try container.encodeIfPresent(lastChoices[.output], forKey: "lastOutput")
  }
}

/// `{"endpoint": …}`, or `{}` for no endpoint.
extension EndpointPreferences.Choice: Codable {
  /// Reads the stored form.
  ///
  /// - Throws: `DecodingError` for unknown or invalid contents.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(of: ["endpoint"])
    self =
      try container.contains("endpoint") && !container.decodeNil(forKey: "endpoint")
      ? .endpoint(EndpointIdentity(stored: container.superDecoder(forKey: "endpoint"))) : .nothing
  }

  /// Writes the stored form.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StoredKey.self)
    if case .endpoint(let identity) = self { try container.encode(identity, forKey: "endpoint") }
  }
}

extension EndpointIdentity {
  fileprivate init(stored decoder: any Decoder) throws {
    _ = try decoder.container(of: CodingKeys.allCases.map(\.stringValue))
    try self.init(from: decoder)
  }
}

/// A key of the file, of this version or of a newer one.
private struct StoredKey: CodingKey, ExpressibleByStringLiteral {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral: String) { stringValue = stringLiteral }
  init?(intValue: Int) { nil }
}

extension Decoder {
  /// Returns the values by their keys.
  ///
  /// - Throws: `DecodingError` for any key that isn't given.
  fileprivate func container(of names: [String]) throws -> KeyedDecodingContainer<StoredKey> {
    let container = try container(keyedBy: StoredKey.self)
    // In order, so that equal files give equal errors.
    guard
      let key = container.allKeys.filter({ !names.contains($0.stringValue) })
        .min(by: { $0.stringValue < $1.stringValue })
    else { return container }
    throw DecodingError.dataCorruptedError(
      forKey: key, in: container,
      debugDescription:
        "unknown key, perhaps of a newer midirec; expected one of \(names.sorted().joined(separator: ", "))"
    )
  }
}
