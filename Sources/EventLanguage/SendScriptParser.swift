internal import MIDICore

/// Parses the words of a script and collects its messages. The commands of ``SendCommand`` use its methods.
struct SendScriptParser: Sendable {
  /// The maximum number of messages, because a command like `panic` adds thousands.
  static let maxMessageCount = 4_000_000

  /// The channel of later commands.
  var channel: Channel = .number(1)
  /// The base of numbers: 10 or 16.
  var radix = 10
  /// The octave of middle C in names of notes.
  var middleC: MiddleC
  /// The messages so far.
  var messages: [TimedMessage] = []
  /// The time of the next message.
  private(set) var time = Nanoseconds.zero
  /// The clock time at time zero, or `nil` before the first clock time.
  private var clockOrigin: Nanoseconds?

  private var words: ArraySlice<Token> = []
  /// The place after the last word.
  private var end = Token(text: "", line: nil, position: 1)
  /// The command that is being parsed, for errors.
  private var command = ""

  init(middleC: MiddleC) { self.middleC = middleC }

  // MARK: Scripts

  /// Parses all words of a script.
  ///
  /// - Parameter end: The place after the last word.
  mutating func read(_ words: [Token], end: Token) throws(SendSyntaxError) {
    self.words = words[...]
    self.end = end
    while let word = self.words.first {
      if let span = try span(of: word) {
        self.words.removeFirst()
        try wait(span, at: word)
      } else if let known = SendCommand.byName[word.text] {
        self.words.removeFirst()
        command = word.text
        try known.read(&self)
      } else {
        throw error("a command (midirec help send lists them)\(SendCommand.advice(on: word.text))", word)
      }
    }
  }

  // MARK: Time

  /// Returns the wait of a word such as `+100ms` or `08:10:17.056`, or `nil` for other words.
  private mutating func span(of word: Token) throws(SendSyntaxError) -> Nanoseconds? {
    let text = word.text
    if text.hasPrefix("+") {
      let span = text.dropFirst()
      guard let span = Nanoseconds(clock: span) ?? Nanoseconds(parsing: String(span)) else {
        throw error("a time such as +100ms, +1.5s or +00:01:30.000", word)
      }
      return span
    }
    guard let first = text.first, first.isASCIIDigit, text.contains(":") else { return nil }
    guard let clock = Nanoseconds(clock: text) else {
      throw error("a time of the form HH:MM:SS.mmm", word)
    }
    let origin = clockOrigin ?? clock - time
    clockOrigin = origin
    guard clock - origin >= time else { throw error("a time that isn't before the previous one", word) }
    return clock - origin - time
  }

  private static let maxDuration = Nanoseconds.seconds(366 * 86_400)

  /// Adds a wait, of a word or of the current command.
  mutating func wait(_ span: Nanoseconds, at word: Token? = nil) throws(SendSyntaxError) {
    let sum = time.adding(span)
    guard sum <= Self.maxDuration else {
      let place = words.first ?? end
      let word = word ?? Token(text: command, line: place.line, position: place.position)
      throw error("a total duration of at most one year", word)
    }
    time = sum
  }

  // MARK: Messages

  /// Adds a message at the current time.
  mutating func send(_ message: Message) throws(SendSyntaxError) {
    guard messages.count < Self.maxMessageCount else {
      throw SendSyntaxError(
        place: (words.first ?? end).place, expected: "at most \(Self.maxMessageCount) messages in all",
        found: command)
    }
    messages.append(TimedMessage(time: time, message: message))
  }

  /// Adds a control change on the current channel.
  mutating func change(_ controller: Controller, _ value: UInt7) throws(SendSyntaxError) {
    try send(.controlChange(channel: channel, controller: controller, value: value))
  }

  // MARK: Values

  /// Parses the next word as the name or number of a note.
  mutating func note() throws(SendSyntaxError) -> NoteNumber {
    let expected = "a note from 0 to 127 or its name, such as \(NoteNumber(60).name(middleC))"
    return try value(expected) {
      NoteNumber(name: $0.text, $1.middleC) ?? $1.number($0.text).flatMap(NoteNumber.init(exactly:))
    }
  }

  /// Parses the next word as a 7-bit number.
  mutating func data(_ noun: String) throws(SendSyntaxError) -> UInt7 {
    UInt7(clamping: try number(noun, in: 0...127))
  }

  /// Parses the next word as a 14-bit number.
  mutating func wide(_ noun: String) throws(SendSyntaxError) -> UInt14 {
    UInt14(clamping: try number(noun, in: 0...16_383))
  }

  /// Parses the next word as a number in a range.
  mutating func number(_ noun: String, in range: ClosedRange<Int>) throws(SendSyntaxError) -> Int {
    try value("\(noun) from \(range.lowerBound) to \(range.upperBound)") { word, reader in
      reader.number(word.text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Parses the next word as a name of a table, or its number.
  mutating func choice(_ noun: String, _ names: [(name: String, number: Int)]) throws(SendSyntaxError) -> Int
  {
    let list = names.map { "\($0.name) (\($0.number))" }.joined(separator: ", ")
    return try value("\(noun): \(list)") { word, reader in
      let number = reader.number(word.text)
      return names.first { $0.name == word.text.lowercased() || $0.number == number }?.number
    }
  }

  /// Parses the next word as a duration.
  mutating func duration() throws(SendSyntaxError) -> Nanoseconds {
    try value("a time such as 500ms or 1.5s") { word, _ in Nanoseconds(parsing: word.text) }
  }

  /// Returns whether the next word is `text`.
  func isAt(_ text: String) -> Bool { words.first?.text == text }

  /// Skips the next word if it is `text`, and returns whether it is.
  mutating func take(_ text: String) -> Bool {
    guard isAt(text) else { return false }
    words.removeFirst()
    return true
  }

  /// Whether the next word is a number.
  var isAtNumber: Bool { words.first.flatMap { number($0.text) } != nil }

  /// Whether the next word is neither a command nor a time, and so belongs to this command.
  var isAtValue: Bool {
    guard let word = words.first?.text else { return false }
    return SendCommand.byName[word] == nil && !word.hasPrefix("+") && !word.contains(":")
  }

  /// Parses the words up to the next command or time as bytes. The base is the current one, unless `hex` or `dec`
  /// precedes them.
  mutating func bytes(_ expected: String) throws(SendSyntaxError) -> [(byte: UInt8, word: Token)] {
    let radixAround = radix
    defer { radix = radixAround }
    if take("hex") { radix = 16 } else if take("dec") { radix = 10 }
    var bytes: [(byte: UInt8, word: Token)] = []
    repeat {
      let word = words.first
      let byte = try value(expected) { $1.number($0.text).flatMap(UInt8.init(exactly:)) }
      if let word { bytes.append((byte, word)) }
    } while isAtValue
    return bytes
  }

  private mutating func value<Value>(
    _ expected: String, _ read: (Token, SendScriptParser) -> Value?
  ) throws(SendSyntaxError) -> Value {
    guard let word = words.first, let value = read(word, self) else {
      throw error("\(expected) for \(command)", words.first)
    }
    words.removeFirst()
    return value
  }

  /// Parses a number in the current base. A suffix `M` or `H` makes it decimal or hexadecimal.
  private func number(_ text: String) -> Int? {
    let (digits, radix) =
      switch text.last {
      case "H": (text.dropLast(), 16)
      case "M": (text.dropLast(), 10)
      default: (text[...], radix)
      }
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    return Int(digits, radix: radix)
  }

  /// Returns an error at a word, or at the end.
  func error(_ expected: String, _ word: Token?) -> SendSyntaxError {
    SendSyntaxError(place: (word ?? end).place, expected: expected, found: word?.text)
  }
}
