internal import Glibc
internal import MIDICore
internal import Reports
internal import Sessions
internal import System
internal import Terminal
internal import Timelines

/// A review on a terminal: one result at a time, with keys to decide.
struct ReviewScreen {
  /// The changes and the decisions.
  private(set) var queue: ReviewQueue
  /// The failures of decisions, which are reported at the end.
  private(set) var failures: [CommandFailure] = []
  private let options: Comparison.Options
  private let givesBeats: Bool
  private var layout = ReviewLayout()
  private var contents: PendingChange.Contents?
  private var alike: [Int] = []
  /// The digits of the number to go to, or `nil` if the user isn't asked.
  private var digits: String?
  private var player = ReviewPlayer()
  private var keys = TerminalKeyReader()

  /// Whether standard input and output are a terminal that can show the screen.
  static var isPossible: Bool {
    isatty(STDIN_FILENO) == 1 && StandardOutput.isTerminal && TerminalScreen.hasControls
  }

  /// Creates a review of changes.
  init(_ queue: ReviewQueue, _ options: Comparison.Options, givesBeats: Bool) {
    (self.queue, self.options, self.givesBeats) = (queue, options, givesBeats)
  }

  /// Shows the changes until the user has decided about all or quits.
  ///
  /// - Returns: `false` if a signal ended the review.
  mutating func run() throws -> Bool {
    let screen = try TerminalScreen(STDOUT_FILENO, endingSignals: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    defer {
      player.stop()
      screen.close()
    }
    open()
    while !isOver {
      let size = StandardOutput.size
      screen.draw(
        layout.lines(columns: size.columns, rows: size.rows, isColored: StandardOutput.allowsColor))
      let deadline = keys.isInTheMiddle ? StopToken.now + TerminalKeyReader.escapeTime : nil
      let outcome = wait(
        for: screen.inputDescriptor, screen.descriptor, player.endDescriptor, stop: nil, until: deadline)
      if outcome == .deadlinePassed {
        for key in keys.readEnd() { press(key) }
        continue
      }
      if let failure = player.finish() { layout.message = failure }
      for event in screen.takeEvents() {
        switch event {
        case .end: return false
        case .suspend: screen.suspend()
        case .redraw: break
        }
      }
      guard let bytes = screen.takeInput() else { return true }
      for key in keys.read(bytes) where !isOver { press(key) }
    }
    return true
  }

  private var isOver = false

  /// Shows the current change, or the end.
  private mutating func open() {
    player.stop()
    (contents, alike, digits) = (nil, [], nil)
    layout.scrollToStart()
    layout.message = ""
    layout.summary = queue.leftCount < queue.changes.count ? queue.summary : ""
    guard let index = queue.current else {
      // The user can also undo the last decision.
      isOver = !queue.canUndo
      (layout.title, layout.body, layout.keys) = (
        "That was the last one.", [], ["[u]ndo", "[g]o to", "[q]uit"]
      )
      return
    }
    let change = queue.changes[index]
    layout.title =
      "\(change.session.name), \(change.file.name) (\(index + 1) of \(queue.changes.count))".printable
    do {
      let contents = try change.contents(.midirec, options: options)
      self.contents = contents
      let options = options
      alike = queue.alike(contents.pattern) { try? $0.contents(.midirec, options: options).pattern }
      let meter = givesBeats ? change.session.meter : nil
      layout.body = PendingChangeText(change, contents, meter: meter, view: change.view(.midirec))
        .lines(limit: 10_000)
    } catch {
      let failure = CommandFailure(error)
      if !failures.contains(where: { $0.message == failure.message }) { failures.append(failure) }
      layout.body = []
      layout.message = failure.message
    }
    let all = alike.isEmpty ? [] : ["accept [A]ll \(alike.count + 1) that differ in this way"]
    layout.keys =
      (contents == nil ? [] : ["[a]ccept"] + all) + ["[r]eject", "[s]kip"] + (queue.canUndo ? ["[u]ndo"] : [])
      + (contents == nil ? [] : ["open [p]age", "hear [e]xpected or [n]ew"])
      + (queue.changes.count > 1 ? ["[g]o to", "arrows"] : ["arrows"]) + ["[q]uit"]
  }

  private mutating func press(_ key: TerminalKey) {
    if digits != nil { return enterNumber(key) }
    switch key {
    case .up: layout.scroll(-1)
    case .down: layout.scroll(1)
    case .pageUp, .character("b"): layout.scrollPages(-1)
    case .pageDown, .character(" "): layout.scrollPages(1)
    case .home: layout.scrollToStart()
    case .end: layout.scrollToEnd()
    case .left: move { $0.goBack() }
    case .right, .character("s"): if queue.current != nil { move { $0.advance() } }
    case .interrupt, .character("q"): isOver = true
    case .character("a"): if contents != nil { decide([], .accept) }
    case .character("A"): if contents != nil { decide(alike, .accept) }
    case .character("r"): decide([], .reject)
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
  private mutating func decide(_ others: [Int], _ decision: ReviewQueue.Decision) {
    guard let index = queue.current else { return }
    move { try $0.decide([index] + others, decision) }
  }

  /// Changes the queue, and shows the result or the error.
  private mutating func move(_ change: (inout ReviewQueue) throws -> Void) {
    do {
      try change(&queue)
      open()
    } catch {
      let failure =
        CommandFailure(explaining: error) ?? CommandFailure(CommandFailure.inputOutput, "\(error)")
      failures.append(failure)
      open()
      layout.message = failure.message
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
      layout.message = reason ?? ""
      return
    case .escape, .interrupt:
      open()
      return
    default: break
    }
    showNumber()
  }

  private mutating func showNumber() {
    layout.message = "go to result \(digits ?? "")_ of \(queue.changes.count), then Enter; Esc cancels"
  }

  private mutating func openPage() {
    guard let index = queue.current, let contents else { return }
    layout.message = ReviewPage(queue.changes[index], contents).open()
  }

  private mutating func hear(isExpected: Bool) {
    guard let index = queue.current, let contents else { return }
    layout.message = player.toggle(queue.changes[index], contents, isExpected: isExpected)
  }
}
