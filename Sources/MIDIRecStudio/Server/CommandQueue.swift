internal import Dispatch
internal import Foundation
internal import MIDIRecReports
internal import Synchronization

/// Performs the commands of a page in their order, and collects the answers.
///
/// Reading a command, performing it, and writing its answer happen on a queue of the page, so that many commands of one page
/// delay neither the network nor other pages.
final class CommandQueue: Sendable {
  enum Answer {
    /// The text of a reply.
    case reply(String)
    /// A command that the page itself performs.
    case filter(PageCommand)
    /// The text isn't a command. No later command is performed.
    case refusal
  }

  /// The number of commands from which on the page isn't read until some of them are performed.
  private static let mostWaiting = 64
  /// The number of answers that are sent together if more commands have arrived with them.
  private static let batchSize = 16
  /// The maximum number of long commands and of commands about sounds that wait.
  private static let mostLong = 100

  private let studio: Studio
  private let page: Studio.PageID
  private let queue: DispatchQueue
  /// Performs the commands that take long, so that a key can be released meanwhile.
  private let longQueue: DispatchQueue
  private let answers = Mutex<[Answer]>([])
  private let waitingCount = Atomic(0)
  private let longCount = Atomic(0)
  private let isRefused = Atomic(false)

  init(_ studio: Studio, page: Studio.PageID) {
    (self.studio, self.page) = (studio, page)
    queue = DispatchQueue(label: "midirec studio page \(page)")
    longQueue = DispatchQueue(label: "midirec studio page \(page), long commands")
  }

  /// Whether so many commands wait that the page must not send more.
  var isFull: Bool { waitingCount.load(ordering: .relaxed) >= Self.mostWaiting }

  /// Performs commands after the earlier ones.
  ///
  /// - Parameters:
  ///   - texts: Commands that arrived together.
  ///   - answered: Called on any thread after there is an answer, or room for more commands.
  func perform(_ texts: [String], answered: @escaping @Sendable () -> Void) {
    waitingCount.add(texts.count, ordering: .relaxed)
    queue.async { [self] in
      for (index, text) in texts.enumerated() {
        start(text, answered)
        waitingCount.subtract(1, ordering: .relaxed)
        if index + 1 < texts.count, answers.withLock({ $0.count >= Self.batchSize }) { answered() }
      }
      answered()
    }
  }

  /// Performs an action after all commands.
  func finish(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }

  /// Removes and returns the answers.
  func takeAnswers() -> [Answer] {
    answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
  }

  private func start(_ text: String, _ answered: @escaping @Sendable () -> Void) {
    guard !isRefused.load(ordering: .relaxed) else { return }
    guard let command = try? JSONDecoder().decode(PageCommand.self, from: Data(text.utf8)) else {
      isRefused.store(true, ordering: .relaxed)
      return answer(.refusal)
    }
    if command.do == "filter" { return answer(.filter(command)) }
    // Notes don't wait for a search, for a font, or for a long comparison.
    let isAboutSounds = Studio.soundActions.contains(command.do)
    guard isAboutSounds || command.isLong else { return reply(studio.perform(command, of: page)) }
    guard longCount.load(ordering: .relaxed) < Self.mostLong else {
      return reply(Reply(reply: command.id, error: "too many commands of this page are waiting"))
    }
    longCount.add(1, ordering: .relaxed)
    (isAboutSounds ? studio.soundQueue : longQueue).async { [self] in
      reply(studio.perform(command, of: page))
      longCount.subtract(1, ordering: .relaxed)
      answered()
    }
  }

  private func reply(_ reply: Reply) {
    guard let text = try? JSONText.line(of: reply) else { return }
    answer(.reply(text))
  }

  private func answer(_ answer: Answer) { answers.withLock { $0.append(answer) } }
}
