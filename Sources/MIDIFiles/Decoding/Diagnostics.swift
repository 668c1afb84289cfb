extension MIDIFile {
  /// A violation of the specification in a file, and its repair.
  public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    /// The offset, the expected bytes, and the bytes that were found.
    public var violation: MIDIFileError
    /// The repair.
    public var repair: String

    /// The violation and the repair on one line.
    ///
    /// For example, `byte 8: expected format 0, 1, or 2, found 3; read as format 1`.
    public var description: String { "\(violation); \(repair)" }
  }

  /// The violations of the specification in a file, in the order of their offsets.
  public struct Diagnostics: Hashable, Sendable {
    /// The first violations, at most ``maxListedCount``.
    ///
    /// The limit keeps the memory for a file in which every byte is wrong from growing to a hundred times its size.
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
    /// - Complexity: O(1) if the violations come in order; O(``maxListedCount``) in other cases.
    mutating func insert(at offset: Int, _ diagnostic: @autoclosure () -> Diagnostic) {
      count += 1
      let index = (listed.lastIndex { $0.violation.offset <= offset } ?? -1) + 1
      guard index < Self.maxListedCount else { return }
      if listed.count == Self.maxListedCount { listed.removeLast() }
      listed.insert(diagnostic(), at: index)
    }
  }

  /// The result of lenient decoding.
  public struct Decoded: Hashable, Sendable {
    /// The repaired file, which is almost always complete.
    public var file: MIDIFile
    /// The violations that were repaired.
    public var diagnostics: Diagnostics

    /// Creates a result from a file and its violations.
    public init(file: MIDIFile, diagnostics: Diagnostics = Diagnostics()) {
      self.file = file
      self.diagnostics = diagnostics
    }
  }
}

/// A log of violations: it keeps them in lenient decoding and throws the first in strict decoding.
struct DiagnosticLog {
  let isStrict: Bool
  private(set) var diagnostics = MIDIFile.Diagnostics()

  init(isStrict: Bool) { self.isStrict = isStrict }

  /// Logs a violation. The texts are evaluated only if they are needed.
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
