import Testing

@testable import Simulation

@Suite struct ControlMessageTests {
  private static let messages: [ControlMessage] = [
    .input([]), .input([0]), .input([0, 255, 10, 13]), .endOfInput,
    .input(ArraySlice((0..<ControlMessage.maxPayload).map { UInt8(truncatingIfNeeded: $0) })),
    .terminalSize(.init(rows: 24, columns: 80)), .terminalSize(.init(rows: .max, columns: 256)),
    .closed(1), .closed(2),
  ]

  private func messages(in bytes: [UInt8], pieceSize: Int) -> (messages: [ControlMessage], rest: [UInt8]) {
    var received: ArraySlice<UInt8> = []
    var messages: [ControlMessage] = []
    for start in stride(from: 0, to: bytes.count, by: pieceSize) {
      received += bytes[start..<min(start + pieceSize, bytes.count)]
      while let message = ControlMessage.next(in: &received) { messages.append(message) }
    }
    return (messages, Array(received))
  }

  @Test(arguments: [1, 2, 3, 7, 100_000])
  func messagesAreReadHoweverTheyAreCut(pieceSize: Int) {
    let bytes = Self.messages.flatMap(\.bytes)
    let (messages, rest) = messages(in: bytes, pieceSize: pieceSize)
    #expect(messages == Self.messages)
    #expect(rest.isEmpty)
  }

  @Test func incompleteMessageStays() {
    let bytes = ControlMessage.terminalSize(.init(rows: 1, columns: 2)).bytes
    for count in 0..<bytes.count {
      var received = bytes[..<count]
      #expect(ControlMessage.next(in: &received) == nil)
      #expect(received == bytes[..<count])
    }
  }

  @Test func messageOfUnknownKindIsSkipped() {
    let bytes: [UInt8] = [77, 2, 0, 5, 5] + [1, 1, 0, 9] + ControlMessage.endOfInput.bytes
    let (messages, rest) = messages(in: bytes, pieceSize: bytes.count)
    #expect(messages == [.endOfInput])
    #expect(rest.isEmpty)
  }
}
