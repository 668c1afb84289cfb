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

  /// The violations of the specification in a file, in the order of their offsets.
  public struct Diagnostics: Hashable, Sendable {
    /// The first violations, at most ``maxListedCount``. So a file in which every byte is wrong doesn't cost a
    /// hundred times its size.
    public private(set) var listed: [Diagnostic] = []
    /// The number of violations.
    public private(set) var count = 0

    /// The maximum number of listed violations.
    public static let maxListedCount = 100

    /// Creates an empty list.
    public init() {}

    /// Whether the file conforms to the specification.
    public var isEmpty: Bool { count == 0 }

    /// Adds a violation at its place in the list.
    ///
    /// - Complexity: O(1) if the violations come in order, O(``maxListedCount``) otherwise.
    mutating func insert(at offset: Int, _ diagnostic: @autoclosure () -> Diagnostic) {
      count += 1
      let index = (listed.lastIndex { $0.violation.offset <= offset } ?? -1) + 1
      guard index < Self.maxListedCount else { return }
      if listed.count == Self.maxListedCount { listed.removeLast() }
      listed.insert(diagnostic(), at: index)
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
    diagnostics.insert(
      at: offset,
      MIDIFile.Diagnostic(
        violation: MIDIFileError(offset: offset, expected: expected(), found: found()), repair: repair()))
  }
}
