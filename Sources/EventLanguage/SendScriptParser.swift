internal import MIDICore

/// Reads the words of a program and collects what they say. The commands of ``SendCommand`` are written in its terms.
struct SendScriptParser: Sendable {
  /// How many messages a program can have: a word like `panic` stands for thousands.
  static let maxMessageCount = 4_000_000

  /// The channel of what follows.
  var channel: Channel = 0
  /// How numbers are read: 10 or 16.
  var radix = 10
  /// In which octave note names count middle C.
  var middleC: MiddleC
  /// What was said so far.
  var messages: [TimedMessage] = []
  /// When the next message is due.
  private(set) var time = Nanoseconds.zero
  /// What the clock of absolute times shows at time zero; nothing before the first of them.
  private var clockOrigin: Nanoseconds?

  private var words: ArraySlice<Token> = []
  private var end = SendSyntaxError.Place.word(1)
  /// The command whose words are being read, for errors.
  private var command = ""

  init(middleC: MiddleC) { self.middleC = middleC }

  // MARK: Programs

  /// Reads all words of a list.
  mutating func read(_ list: TokenList) throws(SendSyntaxError) {
    words = list.words[...]
    end = list.end
    while let word = words.first {
      if let span = try span(of: word) {
        words.removeFirst()
        try wait(span, at: word)
      } else if let known = SendCommand.named(word.text) {
        words.removeFirst()
        command = word.text
        try known.read(&self)
      } else {
        throw error("a command (midirec help send lists them)\(SendCommand.advice(on: word.text))", word)
      }
    }
  }

  // MARK: Time

  /// The time that a word such as `+100ms` or `08:10:17.056` lets pass; nothing for other words.
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
    guard clock - origin >= time else { throw error("a time that isn't before the one before it", word) }
    return clock - origin - time
  }

  private mutating func wait(_ span: Nanoseconds, at word: Token) throws(SendSyntaxError) {
    let (sum, overflow) = time.rawValue.addingReportingOverflow(span.rawValue)
    guard !overflow, sum <= Self.longest.rawValue else {
      throw error("a program of at most a year", word)
    }
    time = Nanoseconds(rawValue: sum)
  }

  private static let longest = Nanoseconds.seconds(366 * 86_400)

  /// Lets time pass before what follows.
  mutating func wait(_ span: Nanoseconds) throws(SendSyntaxError) {
    try wait(span, at: Token(text: command, place: words.first?.place ?? end))
  }

  // MARK: Messages

  /// Adds a message, now.
  mutating func send(_ message: Message) throws(SendSyntaxError) {
    guard messages.count < Self.maxMessageCount else {
      throw SendSyntaxError(
        place: words.first?.place ?? end, expected: "at most \(Self.maxMessageCount) messages in all",
        found: command)
    }
    messages.append(TimedMessage(time: time, message: message))
  }

  /// Adds a control change on the channel.
  mutating func change(_ controller: Controller, _ value: UInt7) throws(SendSyntaxError) {
    try send(.controlChange(channel: channel, controller: controller, value: value))
  }

  // MARK: Values

  /// The next word is a note: its name or number.
  mutating func note() throws(SendSyntaxError) -> NoteNumber {
    let expected = "a note from 0 to 127 or its name, such as \(NoteNumber(60).name(middleC))"
    return try value(expected) {
      NoteNumber(name: $0.text, $1.middleC) ?? $1.number($0.text).flatMap(NoteNumber.init(exactly:))
    }
  }

  /// The next word is a number of seven bits.
  mutating func data(_ what: String) throws(SendSyntaxError) -> UInt7 {
    UInt7(clamping: try number(what, in: 0...127))
  }

  /// The next word is a number of fourteen bits.
  mutating func wide(_ what: String) throws(SendSyntaxError) -> UInt14 {
    UInt14(clamping: try number(what, in: 0...16_383))
  }

  /// The next word is a number in a range.
  mutating func number(_ what: String, in range: ClosedRange<Int>) throws(SendSyntaxError) -> Int {
    try value("\(what) from \(range.lowerBound) to \(range.upperBound)") { word, reader in
      reader.number(word.text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// The next word is one of a table, or its number.
  mutating func choice(_ what: String, _ names: [(name: String, number: Int)]) throws(SendSyntaxError) -> Int {
    let list = names.map { "\($0.name) (\($0.number))" }.joined(separator: ", ")
    return try value("\(what): \(list)") { word, reader in
      let number = reader.number(word.text)
      return names.first { $0.name == word.text.lowercased() || $0.number == number }?.number
    }
  }

  /// The next word is a span of time.
  mutating func duration() throws(SendSyntaxError) -> Nanoseconds {
    try value("a time such as 500ms or 1.5s") { word, _ in Nanoseconds(parsing: word.text) }
  }

  /// Whether the next word is `text`.
  func isAt(_ text: String) -> Bool { words.first?.text == text }

  /// Takes the next word if it is `text`.
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
    return SendCommand.named(word) == nil && !word.hasPrefix("+") && !word.contains(":")
  }

  /// The words up to the next command or time are bytes, decimal or hexadecimal as numbers are, or as `hex` or `dec`
  /// before them says.
  mutating func bytes(_ expected: String, in range: ClosedRange<UInt8>) throws(SendSyntaxError) -> [(
    byte: UInt8, word: Token
  )] {
    let radixAround = radix
    defer { radix = radixAround }
    if take("hex") { radix = 16 } else if take("dec") { radix = 10 }
    var bytes: [(byte: UInt8, word: Token)] = []
    repeat {
      let word = words.first
      let byte = try value(expected) { word, reader in
        reader.number(word.text).flatMap(UInt8.init(exactly:)).flatMap { range.contains($0) ? $0 : nil }
      }
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

  /// Reads a number as it is written now; with `M` or `H` behind it, it is decimal or hexadecimal whatever holds now.
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

  /// An error at a word, or at the end.
  func error(_ expected: String, _ word: Token?) -> SendSyntaxError {
    SendSyntaxError(place: word?.place ?? end, expected: expected, found: word?.text)
  }
}
