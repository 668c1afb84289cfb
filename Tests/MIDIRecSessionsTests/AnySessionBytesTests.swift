import TestSupport
import Testing

@testable import MIDIRecSessions

/// Any bytes as a session file are read or rejected quickly.
@Suite struct AnySessionBytesTests {
  private static let texts = [
    "take: take.mid\nsubjects: [notes]\ntolerance:\n  onset: 5ms\n  offset-ratio: 0.2\ntags: [a, b]\n",
    "subjects:\n- notes\nchannels: {1: 2}\nnote: |\n  Text: with \"signs\",\n  and 'others'.\n",
    "---\n%TAG ! tag:x,2000:\nnote: >-\n  folded\n\n  text\n? tags\n: - a\n  - \"\\x41\\u00e9\\n\"\n...\n",
    "tags: &a [x, y]\nnote: *b\nchannels: !!map {2: 1}\nrecording: \"a\\0b\"\n",
    "{{{a: 1}: 2}: 3, [[x]]: y, ? {z}: , ? - a\n}\n",
  ].map { Array($0.utf8) }

  /// Bytes with a meaning in YAML.
  private static let signs =
    Array("[]{}?:-,&*!|>'\"%#@`~\\ \t\n\r\0".utf8) + [0xC3, 0xA9, 0xEF, 0xBB, 0xBF, 0xFF]

  @Test func damagedFileIsHandledQuickly() throws {
    var random = SeededGenerator.forProperties()
    var readCount = 0
    var slowest = Duration.zero
    for _ in 0..<20_000 {
      var bytes = try #require(Self.texts.randomElement(using: &random))
      for _ in 0..<Int.random(in: 1...8, using: &random) { Self.damage(&bytes, &random) }
      let duration = ProcessorTime.measure {
        do throws(SessionError) {
          _ = try read(bytes)
          readCount += 1
        } catch {
          if error.reason.isEmpty { Issue.record("no reason for \(bytes)") }
        }
      }
      slowest = max(slowest, duration)
    }
    #expect(readCount > 0)
    #expect(slowest < .seconds(2), "the slowest file took \(slowest)")
  }

  @Test(arguments: [String(repeating: "a", count: 5000), "a" + String(repeating: "\u{301}", count: 5000)])
  func errorQuotesLongTextsInPart(key: String) {
    let error = #expect(throws: SessionError.self) { try read(Array("\(key): 1\n".utf8)) }
    #expect(error?.reason.unicodeScalars.count ?? .max < 300)
  }

  @Test func everyPrefixOfFileIsHandled() throws {
    for text in Self.texts {
      for length in text.indices {
        _ = try? read(Array(text.prefix(length)))
      }
    }
  }

  /// The composer hashes each key with its contents, here the whole file 198 times.
  @Test func nestedKeysAreRejectedQuickly() {
    let text = String(repeating: "{", count: 198) + "[" + String(repeating: "a,", count: 7990) + "]"
    let bytes = Array((text + String(repeating: "}", count: 198)).utf8)
    let duration = ProcessorTime.measure {
      let error = #expect(throws: SessionError.self) { try read(bytes) }
      #expect(error == SessionError(line: 1, "values are nested too deeply here"))
    }
    #expect(duration < .seconds(10), "\(duration)")
  }

  /// As many as fit into a file of almost the maximum size.
  @Test func thousandsOfTagsAreReadQuickly() throws {
    let tags = (0..<4000).map { String($0, radix: 36) }
    let value = try YAMLValue(parsing: Array("tags: [\(tags.joined(separator: ","))]".utf8))
    var session: Session?
    let duration = ProcessorTime.measure { session = try? Session(value, subjects: [.notes]) }
    #expect(session?.tags == tags)
    #expect(duration < .milliseconds(100), "\(duration)")
  }

  @Test(arguments: ["- ", "[", "? "]) func deepNestingIsRejected(opening: String) {
    let text = String(repeating: opening, count: 8000) + "a"
    #expect(throws: SessionError.self) { try read(Array(text.utf8)) }
  }

  private func read(_ bytes: [UInt8]) throws(SessionError) -> Session {
    try Session(try YAMLValue(parsing: bytes), subjects: [.notes])
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let index = Int.random(in: bytes.indices, using: &random)
    let sign = signs.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<7, using: &random) {
    case 0: bytes[index] = .random(in: 0...255, using: &random)
    case 1: bytes[index] = sign
    case 2: bytes.remove(at: index)
    case 3: bytes.insert(sign, at: index)
    case 4:
      bytes.insert(
        contentsOf: [UInt8](repeating: sign, count: .random(in: 1...300, using: &random)), at: index)
    case 5: bytes += bytes[index...]
    default: bytes.removeSubrange(index...)
    }
  }
}
