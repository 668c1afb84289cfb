extension MIDIFile {
  /// A violation of the Standard MIDI File specification.
  ///
  /// Strict decoding throws the first violation. Lenient decoding lists each violation that it repairs in
  /// ``Diagnostics``, and throws a violation that it can't repair.
  public struct Violation: Error, Hashable, Sendable, Encodable, CustomStringConvertible {
    /// The offset of the first wrong byte from the start of the file.
    public var offset: Int
    /// The expected content.
    public var expected: String
    /// The content that was found.
    public var found: String
    /// The repair, or `nil` if the error was thrown.
    public var repair: String?
    /// The path of the file, or `nil` if only its bytes were given.
    public var path: String?

    // The documents name the path elsewhere.
    private enum CodingKeys: String, CodingKey {
      case offset, expected, found, repair
    }

    /// The violation and its repair on one line.
    ///
    /// For example, `byte 8: expected format 0, 1, or 2, found 3; read as format 1`.
    public var description: String {
      "byte \(offset): expected \(expected), found \(found)" + (repair.map { "; \($0)" } ?? "")
    }
  }
}

extension MIDIFile {
  /// The violations of the specification in a file, in the order of their offsets.
  public struct Diagnostics: Hashable, Sendable {
    /// The first violations with their repairs, at most ``maxListedCount``.
    ///
    /// The limit keeps the memory for a file in which every byte is wrong from growing to a hundred times its size.
    public private(set) var listed: [MIDIFile.Violation] = []
    /// The number of violations.
    public private(set) var count = 0
    /// Whether the first violation is thrown instead of listed.
    let isStrict: Bool

    /// The maximum number of listed violations.
    public static let maxListedCount = 100

    /// Creates an empty list.
    public init() { self.init(isStrict: false) }

    init(isStrict: Bool) { self.isStrict = isStrict }

    /// Whether the file conforms to the specification.
    public var isEmpty: Bool { count == 0 }

    /// Adds a violation at its place in the list. The texts are evaluated only if they are needed.
    ///
    /// - Throws: The violation, in strict decoding.
    /// - Complexity: O(1) if the violations come in order; O(``maxListedCount``) in other cases.
    mutating func report(
      at offset: Int, expected: @autoclosure () -> String, found: @autoclosure () -> String,
      repair: @autoclosure () -> String
    ) throws(MIDIFile.Violation) {
      if isStrict { throw MIDIFile.Violation(offset: offset, expected: expected(), found: found()) }
      count += 1
      let index = (listed.lastIndex { $0.offset <= offset } ?? -1) + 1
      guard index < Self.maxListedCount else { return }
      if listed.count == Self.maxListedCount { listed.removeLast() }
      listed.insert(
        MIDIFile.Violation(offset: offset, expected: expected(), found: found(), repair: repair()), at: index)
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
