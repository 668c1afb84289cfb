import MIDICore
import Measuring

/// The messages of a LinnStrument 200 in User Firmware Mode: eight fingers, one per row. Each is placed, moves, slides
/// to the next column in every fourth case, and is lifted. The messages are reproducible.
struct GeneratedFingers {
  /// The time between touches in any row: a hundred per second.
  private static let distance: Int64 = 10_000_000

  /// The messages with their times.
  private(set) var messages: [TimedMessage] = []
  private var time = Nanoseconds.zero
  private var row: Channel = .number(1)

  /// Creates the messages of a number of touches.
  init(touchCount: Int) {
    messages.reserveCapacity(touchCount * 8)
    var random = Numbers()
    // The column of each row's finger.
    var columns = [UInt8?](repeating: nil, count: 8)
    for touch in 0..<touchCount {
      time = Nanoseconds(rawValue: Int64(touch) * Self.distance)
      row = Channel(masking: UInt8(touch % columns.count))
      if let column = columns[touch % columns.count] { lift(column) }
      let column = UInt8(1 + random.below(24))
      put(column, &random)
      move(column, &random)
      if random.below(4) == 0 {
        slide(column, &random)
        columns[touch % columns.count] = column + 1
      } else {
        columns[touch % columns.count] = column
      }
    }
    for (number, column) in columns.enumerated() {
      row = Channel(masking: UInt8(number))
      if let column { lift(column) }
    }
  }

  private mutating func send(_ message: Message) { messages.append(.init(time: time, message: message)) }

  private mutating func set(_ controller: UInt8, _ random: inout Numbers) {
    send(
      .controlChange(
        channel: row, controller: Controller(masking: controller),
        value: UInt7(masking: UInt8(random.below(128)))))
  }

  private mutating func put(_ column: UInt8, _ random: inout Numbers) {
    send(
      .noteOn(
        channel: row, note: NoteNumber(masking: column),
        velocity: UInt7(masking: UInt8(1 + random.below(127)))))
  }

  private mutating func lift(_ column: UInt8) {
    send(.noteOff(channel: row, note: NoteNumber(masking: column), velocity: 64))
  }

  /// Adds X, LSB first, then Y and Z.
  private mutating func move(_ column: UInt8, _ random: inout Numbers) {
    set(32 + column, &random)
    set(column, &random)
    set(64 + column, &random)
    send(
      .polyPressure(
        channel: row, note: NoteNumber(masking: column), pressure: UInt7(masking: UInt8(random.below(128)))))
  }

  private mutating func slide(_ column: UInt8, _ random: inout Numbers) {
    send(.controlChange(channel: row, controller: 119, value: UInt7(masking: column)))
    put(column + 1, &random)
    send(
      .noteOff(channel: row, note: NoteNumber(masking: column), velocity: UInt7(masking: column + 1)))
  }
}
