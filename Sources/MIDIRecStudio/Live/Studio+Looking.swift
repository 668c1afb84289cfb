internal import MIDICore
internal import Synchronization

extension Studio {
  /// The number of notes and of values in an answer.
  private static let mostItems = 200

  /// Returns the notes that sounded in a time, with their expression at their ends, and the values that arrived in it.
  func look(from start: Nanoseconds, to end: Nanoseconds) throws -> Reply {
    guard end > start else { throw StudioError("the range is empty") }
    let (messages, inputs) = model.withLock { model in
      (model.arrivals.stored.filter { $0.timed.time <= end }, model.live.inputs)
    }
    var live = LiveState()
    for input in inputs { live.addInput(LiveState.Input(name: input.name)) }
    let split = messages.firstIndex { $0.timed.time >= start } ?? messages.endIndex
    for (timed, source) in messages[..<split] { live.apply(timed.message, at: timed.time, from: source) }
    var notes = Dictionary(uniqueKeysWithValues: live.held.all.map { ($0.number, ($0, Nanoseconds?.none)) })
    let before = live.recent.changes.endNumber
    for (timed, source) in messages[split...] { live.apply(timed.message, at: timed.time, from: source) }
    for entry in live.recent.changes.from(before) { notes[entry.hold.number] = (entry.hold, entry.end) }
    // Notes that still sound have their latest expression.
    for hold in live.held.all { notes[hold.number] = (hold, nil) }
    let shown = notes.sorted { $0.key < $1.key }.suffix(Self.mostItems)
    return Reply(
      held: shown.map { StateMessage.Held($0.value.0, of: live, until: $0.value.1) },
      values: Array(StateMessage.Value.all(of: live, since: start).prefix(Self.mostItems)))
  }
}
