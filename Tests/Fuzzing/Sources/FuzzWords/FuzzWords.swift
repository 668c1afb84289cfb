import FuzzTarget
import MIDICore

@testable import EventLanguage

/// Checks the requirements for any text as input of `midirec send`.
@_silgen_name("check")
public func check(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  let limit = 20_000 + 2000 * bytes.count
  let whole = Result { try limitingWork(to: limit) { try SendScript.parse(text: text) } }
  guard let program = try? whole.get() else { return }
  let messages = program.messages
  // "panic" is 131 messages on each channel.
  require(messages.count <= 16 * 131 * (bytes.count / 6 + 1), "\(messages.count) messages")
  require(zip(messages, messages.dropFirst()).allSatisfy { $0.time <= $1.time }, "messages out of order")
  require(messages.last.map { $0.time <= program.duration } ?? true, "a message after the end")
  for timed in messages {
    let words = timed.message.words
    guard let again = try? SendScript.parse(text: words).messages.map(\.message) else {
      fatalError("the words of a message can't be read: \(words)")
    }
    require(again == [timed.message], "the words of a message mean another: \(words)")
  }
}
