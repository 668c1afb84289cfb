internal import MIDICore
internal import Synchronization

/// The latest reports, HTML pages and audio files, which the server serves at secret addresses.
///
/// A new tab sends no token, so the secret in the address of a report takes its place. It opens this report only.
final class ReportPages: Sendable {
  /// The limits of the number of reports, and of their bytes.
  private static let (mostPages, mostBytes) = (8, 64 << 20)

  /// A report with its media type.
  typealias Page = (path: String, type: String, bytes: [UInt8])

  /// The media type of HTML pages.
  static let html = "text/html; charset=utf-8"

  private let pages = Mutex<[Page]>([])

  /// Adds a report instead of the oldest ones.
  ///
  /// - Returns: The path of its address.
  func add(_ bytes: [UInt8], type: String = html) throws -> String {
    guard bytes.count <= Self.mostBytes else {
      throw StudioError("the report is too large for the studio; use the command line")
    }
    let path = "/report/\(Secret.new())"
    pages.withLock { pages in
      pages.append((path, type, bytes))
      while pages.count > Self.mostPages || pages.reduce(0, { $0 + $1.bytes.count }) > Self.mostBytes {
        pages.removeFirst()
      }
    }
    return path
  }

  /// Returns the report at a path, or `nil` if there is none.
  func page(at path: String) -> Page? {
    pages.withLock { pages in pages.first { Secret.isEqual($0.path, path) } }
  }
}

/// Random texts that others can't guess.
enum Secret {
  /// Returns 128 random bits in hexadecimal.
  static func new() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<16).map { _ in hexadecimal(UInt8.random(in: 0...255, using: &generator)) }.joined()
      .lowercased()
  }

  /// Compares in a time that doesn't depend on the place of a difference.
  static func isEqual(_ text: String, _ secret: String) -> Bool {
    let (text, secret) = (Array(text.utf8), Array(secret.utf8))
    guard text.count == secret.count else { return false }
    return zip(text, secret).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
