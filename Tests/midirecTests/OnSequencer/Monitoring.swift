import Foundation
import TestSupport
import Testing

extension Program {
  /// Starts `midirec monitor` and waits until it receives events.
  static func startMonitor(_ arguments: String...) async throws -> Program {
    let program = try start(TestEnvironment.midirec, ["monitor"] + arguments)
    try await program.line(containing: "listening to")
    return program
  }

  /// Starts `midirec send --as NAME --wait` and waits until the virtual port exists.
  static func startSending(as name: String, _ arguments: [String]) async throws -> Program {
    let program = try start(TestEnvironment.midirec, ["send", "--as", name, "--wait"] + arguments)
    try await program.line(containing: "waiting")
    return program
  }
}

/// Every kind of message as a script of `send`, on several channels, with minimum and maximum values, and a long System
/// Exclusive message. The last is `ss 99`.
enum EveryKind {
  static let words: [String] =
    [
      "ch 1 on 60 100", "ch 16 on 127 127", "ch 1 on 0 0", "ch 1 off 60 64", "ch 16 off 127 0",
      "ch 2 pp 60 127",
      "ch 2 pp 0 0", "ch 3 cc 0 0", "ch 3 cc 127 127", "ch 4 pc 0", "ch 4 pc 127", "ch 5 cp 0", "ch 5 cp 127",
      "ch 6 pb 0", "ch 6 pb 8192", "ch 6 pb 16383", "syx hex F0 F7", "syx hex F0 43 10 4C F7",
      "syx hex F0" + String(repeating: " 5A", count: 300) + " F7", "tc 0 0", "tc 7 15", "spp 0", "spp 16383",
      "ss 0",
      "ss 127", "tun", "mc", "start", "cont", "stop", "as", longExclusive, "ch 1 cc 74 64", "rst", "ss 99",
    ]

  /// 5,000 bytes that cycle through all values, so that any reordering is visible.
  private static let longExclusive =
    "syx hex F0 "
    + (0..<4998).map { ($0 / 128 % 2 == 0 ? $0 % 128 : 127 - $0 % 128) }.map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
    }
    .joined(separator: " ") + " F7"
}
