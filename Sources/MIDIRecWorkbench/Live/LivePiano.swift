package import Instruments
package import MIDICore
internal import MIDIRecReports
package import MIDIRecTerminal

/// The display of a piano keyboard, which the pointer can play.
package struct LivePiano: LiveInstrument {
  private var tracker: PianoTracker
  private var touch: PianoTouch?
  package var messages: [Message] = []
  /// The names of the keys.
  package let naming: KeyNaming
  private let labelsAllKeys: Bool
  /// The key at the center of the terminal.
  private var center: NoteNumber
  /// The keyboard as last drawn, to locate the pointer.
  private var keyboard: TerminalKeyboard?

  /// The number of the pointer. A terminal has only one.
  private static let pointer = 0
  /// The tracker's source of the pointer's notes. The other sources follow.
  private static let pointerSource = 0

  /// Creates a keyboard without pressed keys.
  ///
  /// - Parameters:
  ///   - naming: The names of the keys.
  ///   - labelsAllKeys: Whether all keys have labels, not only the Cs.
  ///   - center: The key at the center of the terminal.
  ///   - ports: The port of each source.
  ///   - touch: The notes of the pointer, or `nil` if it doesn't play.
  package init(
    naming: KeyNaming = KeyNaming(), labelsAllKeys: Bool = false, center: NoteNumber = 60, ports: [Int],
    touch: PianoTouch? = nil
  ) {
    let pointerPort = (ports.max() ?? 0) + 1
    tracker = PianoTracker(sourceCount: ports.count + 1, ports: [pointerPort] + ports)
    (self.naming, self.labelsAllKeys, self.center) = (naming, labelsAllKeys, center)
    self.touch = touch
  }

  package mutating func addSource() { tracker.addSource() }

  package mutating func apply(_ message: Message, at time: Nanoseconds, from source: Int) -> Bool {
    tracker.apply(message, at: time, from: Self.pointerSource + 1 + source)
  }

  package func stateLine(at time: Nanoseconds) throws -> String {
    try JSONText.line(of: PianoStateDocument(tracker, at: time, naming: naming))
  }

  package func svg(title: String, at time: Nanoseconds) -> String { picture(title, time).svg() }

  package mutating func terminalLines(
    title: String, at time: Nanoseconds, columns: Int, rows: Int, isColored: Bool
  ) -> [String] {
    let keyboard = picture(title, time).terminalView(
      columns: columns, rows: rows, center: center, isColored: isColored)
    self.keyboard = keyboard
    return keyboard.lines
  }

  package mutating func press(_ key: TerminalKey, at time: Nanoseconds) -> Bool {
    switch key {
    case .left: return move(by: -12)
    case .right: return move(by: 12)
    case .press(let column, let row), .drag(let column, let row):
      let key = keyboard?.key(column: column, row: row)
      return play(touch?.move(Self.pointer, to: key) ?? [], at: time)
    case .lift: return play(touch?.lift(Self.pointer) ?? [], at: time)
    default: return false
    }
  }

  package mutating func suspend(at time: Nanoseconds) { _ = play(touch?.liftAll() ?? [], at: time) }

  package mutating func end() { messages += touch?.liftAll() ?? [] }

  /// Displays the pointer's notes like the notes of other sources.
  private mutating func play(_ played: [Message], at time: Nanoseconds) -> Bool {
    messages += played
    var isChanged = false
    for message in played where tracker.apply(message, at: time, from: Self.pointerSource) {
      isChanged = true
    }
    return isChanged
  }

  /// Moves the keyboard by semitones, as far as its ends allow.
  private mutating func move(by distance: Int) -> Bool {
    guard let centers = keyboard?.centers else { return false }
    func clamped(_ key: NoteNumber) -> NoteNumber { min(max(key, centers.lowerBound), centers.upperBound) }
    let start = clamped(center)
    center = clamped(NoteNumber(clamping: Int(start.rawValue) + distance))
    return center != start
  }

  private func picture(_ title: String, _ time: Nanoseconds) -> PianoPicture {
    PianoPicture(tracker, title: title, at: time, naming: naming, labelsAllKeys: labelsAllKeys)
  }
}
