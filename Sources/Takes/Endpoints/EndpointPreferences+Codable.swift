internal import ALSASequencer

/// The stored form. Unknown keys are rejected and not dropped, because the next write would delete the data of a newer
/// midirec.
extension EndpointPreferences: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case version, aliases, lastInput, lastOutput
  }

  /// The only version so far.
  private static let version = 1

  /// Reads the stored form.
  ///
  /// - Throws: `DecodingError` for unknown or invalid contents.
  package init(from decoder: any Decoder) throws {
    try decoder.refuseKeys(except: CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    guard version == Self.version else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container, debugDescription: "expected \(Self.version), found \(version)")
    }
    let stored = try container.decode([String: StoredIdentity].self, forKey: .aliases)
    for name in stored.keys.sorted() {
      guard Self.objection(to: name) == nil, self.name(name) == nil else {
        throw DecodingError.dataCorruptedError(
          forKey: .aliases, in: container,
          debugDescription: Self.objection(to: name) ?? "\"\(name)\" is duplicated")
      }
      aliases[name] = stored[name]?.identity
    }
    lastInput = try container.decodeIfPresent(StoredChoice.self, forKey: .lastInput)?.choice
    lastOutput = try container.decodeIfPresent(StoredChoice.self, forKey: .lastOutput)?.choice
  }

  /// Writes the stored form.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.version, forKey: .version)
    try container.encode(aliases, forKey: .aliases)
    try container.encodeIfPresent(lastInput.map(StoredChoice.init), forKey: .lastInput)
    try container.encodeIfPresent(lastOutput.map(StoredChoice.init), forKey: .lastOutput)
  }
}

private struct StoredIdentity: Decodable {
  var identity: EndpointIdentity

  init(from decoder: any Decoder) throws {
    try decoder.refuseKeys(except: EndpointIdentity.CodingKeys.self)
    identity = try EndpointIdentity(from: decoder)
  }
}

/// `{"endpoint": …}`, or `{}` for no endpoint.
private struct StoredChoice: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case endpoint }

  var choice: EndpointPreferences.Choice

  init(_ choice: EndpointPreferences.Choice) { self.choice = choice }

  init(from decoder: any Decoder) throws {
    try decoder.refuseKeys(except: CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let stored = try container.decodeIfPresent(StoredIdentity.self, forKey: .endpoint)
    choice = stored.map { .endpoint($0.identity) } ?? .nothing
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if case .endpoint(let identity) = choice { try container.encode(identity, forKey: .endpoint) }
  }
}

private struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Decoder {
  fileprivate func refuseKeys<Keys: CodingKey & CaseIterable>(except known: Keys.Type) throws {
    let container = try container(keyedBy: AnyKey.self)
    let names = Set(known.allCases.map(\.stringValue))
    // In order, so that equal files give equal errors.
    guard
      let key = container.allKeys.filter({ !names.contains($0.stringValue) })
        .min(by: { $0.stringValue < $1.stringValue })
    else { return }
    throw DecodingError.dataCorruptedError(
      forKey: key, in: container,
      debugDescription:
        "unknown key, perhaps of a newer midirec; expected one of \(names.sorted().joined(separator: ", "))"
    )
  }
}
