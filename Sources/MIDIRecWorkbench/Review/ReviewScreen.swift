internal import MIDICore
internal import MIDIRecReports
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import MIDIRecTerminal
internal import SystemPackage
package import Timelines

/// A review on a terminal: one result at a time, with keys to decide.
package struct ReviewScreen {
  /// The changes and the decisions.
  package private(set) var queue: ReviewQueue
  /// The failures of decisions, which are reported at the end.
  package private(set) var failures: [CommandFailure] = []
  private let options: Comparison.Options
  private let givesBeats: Bool
  private var contents: PendingChange.Contents?
  private var alike: [Int] = []
  /// The digits of the number to go to, or `nil` if the user isn't asked.
  private var digits: String?
  private var player = ReviewPlayer()

  /// The name of the result, and its number.
  private var title = ""
  /// The numbers of decisions.
  private var summary = ""
  /// The differences.
  private var body: [PendingChange.Line] = [] {
    didSet { wrapped = nil }
  }
  /// The keys, such as `[a]ccept`.
  private var keys: [String] = []
  /// A message or a question below the differences, or an empty text.
  private var message = ""
  /// The first visible line of the wrapped body.
  private var top = 0
  /// The lines of the body for a width, or `nil` before the next drawing.
  private var wrapped: (width: Int, isColored: Bool, lines: [String])?
  /// The number of visible lines and of all lines, from the last drawing.
  private var height = (visible: 1, all: 0)

  /// Whether standard input and output are a terminal that can show the screen.
  package static var isPossible: Bool {
    TerminalScreen.canAsk && StandardOutput.isTerminal
  }

  /// Creates a review of changes.
  package init(_ queue: ReviewQueue, _ options: Comparison.Options, givesBeats: Bool) {
    (self.queue, self.options, self.givesBeats) = (queue, options, givesBeats)
  }

  /// Shows the changes until the user has decided about all or quits.
  ///
  /// - Returns: `false` if a signal ended the review.
  package mutating func run() throws -> Bool {
    let screen = try TerminalScreen(endingSignals: TerminalScreen.usualSignals)
    defer {
      player.stop()
      screen.close()
    }
    open()
    while !isOver {
      let size = StandardOutput.size
      screen.draw(
        lines(columns: size.columns, rows: size.rows, isColored: StandardOutput.allowsColor))
      let (input, signals) = screen.descriptors
      _ = wait(for: input, signals, player.endDescriptor, stop: nil, until: screen.escapeDeadline)
      if let failure = player.finish() { message = failure }
      for input in screen.takeInput(at: StopToken.now) where !isOver {
        switch input {
        case .signal: return false
        case .closed: return true
        case .suspend: screen.suspend()
        case .key(let key): press(key)
        }
      }
    }
    return true
  }

  private var isOver = false

  /// Shows the current change, or the end.
  private mutating func open() {
    player.stop()
    (contents, alike, digits) = (nil, [], nil)
    top = 0
    message = ""
    summary = queue.leftCount < queue.changes.count ? queue.summary : ""
    guard let index = queue.current else {
      // The user can also undo the last decision.
      isOver = !queue.canUndo
      (title, body, keys) = (
        "That was the last one.", [], ["[u]ndo", "[g]o to", "[q]uit"]
      )
      return
    }
    let change = queue.changes[index]
    title =
      "\(change.session.name), \(change.file.name) (\(index + 1) of \(queue.changes.count))".printable
    do {
      let contents = try change.contents(.midirec, options: options)
      self.contents = contents
      let options = options
      queue.show(contents, at: index)
      alike = queue.alike { try? $0.contents(.midirec, options: options) }
      let meter = givesBeats ? change.session.meter : nil
      let style = PartStyle(view: contents.view, meter: meter, givesBeats: givesBeats)
      body = contents.lines(of: change, style, limit: 10_000)
    } catch {
      let failure = error.failure
      if !failures.contains(where: { $0.message == failure.message }) { failures.append(failure) }
      body = []
      message = failure.message
    }
    let all = alike.isEmpty ? [] : ["accept [A]ll \(alike.count + 1) that differ in this way"]
    keys =
      (contents == nil ? [] : ["[a]ccept"] + all) + ["[r]eject", "[s]kip"] + (queue.canUndo ? ["[u]ndo"] : [])
      + (contents == nil ? [] : ["open [p]age", "hear [e]xpected or [n]ew"])
      + (queue.changes.count > 1 ? ["[g]o to", "arrows"] : ["arrows"]) + ["[q]uit"]
  }

  private mutating func press(_ key: TerminalKey) {
    if digits != nil { return enterNumber(key) }
    switch key {
    case .up: scroll(-1)
    case .down: scroll(1)
    case .pageUp, .character("b"): scrollPages(-1)
    case .pageDown, .character(" "): scrollPages(1)
    case .home: top = 0
    case .end: scroll(height.all)
    case .left: move { $0.goBack() }
    case .right, .character("s"): if queue.current != nil { move { $0.advance() } }
    case .interrupt, .character("q"): isOver = true
    case .character("a"): if contents != nil { decide([], accepting: true) }
    case .character("A"): if contents != nil { decide(alike, accepting: true) }
    case .character("r"): decide([], accepting: false)
    case .character("u"): if queue.canUndo { move { try $0.undo() } }
    case .character("p"): openPage()
    case .character("e"): hear(isExpected: true)
    case .character("n"): hear(isExpected: false)
    case .character("g"):
      digits = ""
      showNumber()
    default: break
    }
  }

  /// Decides about the current change and others.
  private mutating func decide(_ others: [Int], accepting isAccepted: Bool) {
    guard let index = queue.current else { return }
    move { try $0.decide([index] + others, accepting: isAccepted) }
  }

  /// Changes the queue, and shows the result or the error.
  private mutating func move(_ change: (inout ReviewQueue) throws -> Void) {
    do {
      try change(&queue)
      open()
    } catch {
      let failure =
        CommandFailure(explaining: error) ?? CommandFailure(.inputOutput, "\(error)")
      failures.append(failure)
      open()
      message = failure.message
    }
  }

  private mutating func enterNumber(_ key: TerminalKey) {
    switch key {
    case .character(let digit) where digit.isASCII && digit.isNumber && (digits ?? "").count < 7:
      digits?.append(digit)
    case .backspace: _ = digits?.popLast()
    case .enter:
      let reason = queue.go(to: Int(digits ?? "") ?? 0)
      open()
      message = reason ?? ""
      return
    case .escape, .interrupt:
      open()
      return
    default: break
    }
    showNumber()
  }

  private mutating func showNumber() {
    message = "go to result \(digits ?? "")_ of \(queue.changes.count), then Enter; Esc cancels"
  }

  private mutating func openPage() {
    guard let index = queue.current, let contents else { return }
    message = queue.changes[index].openPage(contents)
  }

  private mutating func hear(isExpected: Bool) {
    guard let index = queue.current, let contents else { return }
    message = player.toggle(queue.changes[index], contents, isExpected: isExpected)
  }
}

// MARK: Lines

extension ReviewScreen {
  /// Scrolls by lines, down if the count is positive.
  private mutating func scroll(_ count: Int) { top = max(0, min(height.all - height.visible, top + count)) }

  /// Scrolls by pages, with a line of overlap.
  private mutating func scrollPages(_ count: Int) { scroll(count * max(1, height.visible - 1)) }

  /// Returns the lines for a terminal's size.
  ///
  /// The header and the keys are fixed. On a very low terminal, the keys are cut off.
  ///
  /// - Returns: At most `rows` lines, each at most as wide as the terminal.
  private mutating func lines(columns: Int, rows: Int, isColored: Bool) -> [String] {
    let width = max(1, columns - 1)
    let footer = [message].filter { !$0.isEmpty }.flatMap { $0.wrapped(to: width) } + Self.filled(keys, width)
    let wrapped = bodyLines(width, isColored)
    height = (max(1, rows - 3 - footer.count), wrapped.count)
    scroll(0)
    let shown = wrapped.dropFirst(top).prefix(height.visible)
    let title = self.title.fitted(to: width)
    let room = Array(repeating: "", count: height.visible - shown.count)
    let lines =
      [isColored ? "\u{1B}[1m\(title)\u{1B}[m" : title, rule(width)] + shown + room
      + [String(repeating: "─", count: width)] + footer
    return Array(lines.prefix(max(1, rows)))
  }

  /// Returns the wrapped body, which is the same until the result or the terminal changes.
  private mutating func bodyLines(_ width: Int, _ isColored: Bool) -> [String] {
    if let wrapped, wrapped.width == width, wrapped.isColored == isColored { return wrapped.lines }
    let lines = body.flatMap { line in
      line.text.wrapped(to: width).map { isColored ? line.colored($0) : $0 }
    }
    wrapped = (width, isColored, lines)
    return lines
  }

  /// Returns a line with the visible part, if there is more, and the decisions.
  private func rule(_ width: Int) -> String {
    let range = "lines \(top + 1) to \(min(height.all, top + height.visible)) of \(height.all)"
    let texts = [height.all > height.visible ? range : "", summary].filter { !$0.isEmpty }
    let text = texts.isEmpty ? "" : " \(texts.joined(separator: ", ")) "
    return text.terminalWidth + 2 > width
      ? text.fitted(to: width) : "──\(text)" + String(repeating: "─", count: width - 2 - text.terminalWidth)
  }

  /// Returns words in as few lines as possible, separated by commas.
  private static func filled(_ words: [String], _ width: Int) -> [String] {
    var lines: [String] = []
    for word in words {
      if let last = lines.last, "\(last), \(word)".terminalWidth < width {
        lines[lines.count - 1] = "\(last), \(word)"
      } else {
        if !lines.isEmpty { lines[lines.count - 1] += "," }
        lines.append(word.fitted(to: width))
      }
    }
    return lines
  }
}

extension PendingChange {
  /// Writes the page of this change to `$XDG_STATE_HOME/midirec/review.html` (`~/.local/state` by default), and opens it
  /// in a browser.
  ///
  /// The next page replaces it: a browser may need the file for longer than the review lasts.
  ///
  /// - Returns: A message for the user.
  func openPage(_ contents: Contents) -> String {
    let style = PartStyle(view: contents.view, meter: session.meter)
    guard let bytes = contents.page(self, style) else { return "this result has no page" }
    guard let folder = ProcessEnvironment.stateFolder?.appending("midirec") else {
      return "the page needs a home folder; set HOME or XDG_STATE_HOME"
    }
    let path = folder.appending("review.html")
    do {
      try FileSystem.makeFolders(folder)
      try FileSystem.write(bytes, to: path, replacing: true, .document)
    } catch {
      return "\(error)".printable
    }
    return path.openInBrowser() ?? "opened \(path)".printable
  }
}
