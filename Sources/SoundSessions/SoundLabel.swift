/// The engine and font of audio, and a hash of its samples: the comment in an expected audio file.
///
/// ```
/// midirec sound 1
/// samples 9f86d081884c7d65…
/// engine FluidSynth 2.3.1 …
/// font 6bc7…0d24 TimGM6mb
/// ```
package struct SoundLabel: Hashable, Sendable, CustomStringConvertible {
  /// The SHA-256 of the samples before they were stored, in hexadecimal digits.
  package let samplesHash: String
  /// The engine, with everything that affects the samples except the recording, the font, and the settings.
  package let engine: String
  /// The font's embedded name.
  package let fontName: String
  /// The SHA-256 of the font's file, in hexadecimal digits.
  package let fontHash: String

  private static let heading = "midirec sound 1"

  /// Creates a label. Characters that would break a line become spaces.
  package init(samplesHash: String, engine: String, fontName: String, fontHash: String) {
    self.samplesHash = samplesHash
    self.engine = Self.line(engine)
    self.fontName = Self.line(fontName)
    self.fontHash = fontHash
  }

  /// Reads the text of ``description``, or returns `nil` if it isn't valid.
  package init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 4, lines[0] == Self.heading,
      let samples = Self.value("samples", lines[1]), let engine = Self.value("engine", lines[2]),
      let font = Self.value("font", lines[3]), let space = font.firstIndex(of: " ")
    else { return nil }
    let (hash, name) = (font[..<space], font[space...].dropFirst())
    guard [samples, hash].allSatisfy(Self.isHash) else { return nil }
    self.init(
      samplesHash: String(samples), engine: String(engine), fontName: String(name), fontHash: String(hash))
  }

  /// Four lines, without a final line feed.
  package var description: String {
    """
    \(Self.heading)
    samples \(samplesHash)
    engine \(engine)
    font \(fontHash) \(fontName)
    """
  }

  private static func value(_ key: String, _ line: Substring) -> Substring? {
    line.hasPrefix("\(key) ") ? line.dropFirst(key.count + 1) : nil
  }

  private static func isHash(_ text: Substring) -> Bool {
    text.utf8.count == 64 && text.allSatisfy { $0.isHexDigit && !$0.isUppercase && $0.isASCII }
  }

  private static func line(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }
}
