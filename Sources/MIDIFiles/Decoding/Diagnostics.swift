extension MIDIFile {
  /// What was wrong at one place of a file, and what was made of it.
  public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    /// Where, what was expected, and what was found.
    public var violation: MIDIFileError
    /// What was done about it.
    public var repair: String

    /// One line: `byte 8: expected format 0, 1 or 2, found 3; read as format 1`.
    public var description: String { "\(violation); \(repair)" }
  }

  /// All that was wrong with a file, in the order in which it was met.
  public struct Diagnostics: Hashable, Sendable {
    /// The first of them; at most ``largestListedCount``, so that a file in which every byte is wrong doesn't cost
    /// a hundred times its size.
    public private(set) var listed: [Diagnostic] = []
    /// How many there are in all.
    public private(set) var count = 0

    /// How many are listed.
    public static let largestListedCount = 100

    /// Makes an empty list.
    public init() {}

    /// Whether the file keeps to the specification.
    public var isEmpty: Bool { count == 0 }

    mutating func append(_ diagnostic: @autoclosure () -> Diagnostic) {
      if listed.count < Self.largestListedCount { listed.append(diagnostic()) }
      count += 1
    }
  }

  /// What lenient decoding makes of a file.
  public struct Decoded: Hashable, Sendable {
    /// What could be saved: almost always all.
    public var file: MIDIFile
    /// What was wrong.
    public var diagnostics: Diagnostics

    /// Puts a file and what was wrong with it together.
    public init(file: MIDIFile, diagnostics: Diagnostics = Diagnostics()) {
      self.file = file
      self.diagnostics = diagnostics
    }
  }
}

/// Where a decoder says what is wrong: kept in lenient decoding, thrown in strict decoding.
struct DiagnosticLog {
  let isStrict: Bool
  private(set) var diagnostics = MIDIFile.Diagnostics()

  init(isStrict: Bool) { self.isStrict = isStrict }

  /// Notes a violation. The texts are made only if somebody will read them.
  ///
  /// - Throws: The violation, in strict decoding.
  mutating func report(
    at offset: Int, expected: @autoclosure () -> String, found: @autoclosure () -> String,
    repair: @autoclosure () -> String
  ) throws(MIDIFileError) {
    if isStrict { throw MIDIFileError(offset: offset, expected: expected(), found: found()) }
    diagnostics.append(
      MIDIFile.Diagnostic(
        violation: MIDIFileError(offset: offset, expected: expected(), found: found()), repair: repair()))
  }
}
