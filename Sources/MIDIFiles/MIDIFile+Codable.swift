internal import FoundationEssentials

extension MIDIFile: Codable {
  /// Decodes the bytes of a Standard MIDI File.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let bytes = try container.decode(Data.self)
    do {
      self = try MIDIFile(decoding: Array(bytes))
    } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }

  /// Encodes the bytes of the file, which JSON has as a text in base 64.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(try encoded()))
  }
}
