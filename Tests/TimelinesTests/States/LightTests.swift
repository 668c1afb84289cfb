import MIDICore
import Testing
import Timelines

/// Control changes 20 to 22 as the lights of a LinnStrument.
@Suite struct LightTests {
  /// Returns the changes of messages of one source that sends to a LinnStrument, a millisecond apart.
  private func changes(_ messages: [Message]) -> [Timeline.Change] {
    var reducer = TimelineReducer(sources: ["A"])
    reducer.readLights()
    for (index, message) in messages.enumerated() {
      reducer.apply(message, at: .milliseconds(Int64(index)), from: 0)
    }
    reducer.finish(at: .milliseconds(Int64(messages.count)))
    return reducer.entries.map(\.change)
  }

  private func light(_ column: UInt7, _ row: UInt7, _ color: UInt7) -> Timeline.Change {
    .light(.init(column: column, row: row, color: color))
  }

  @Test func lightIsOneState() {
    #expect(
      changes([
        Played.control(20, 3), Played.control(21, 2), Played.control(22, 5), Played.control(22, 5),
        Played.control(19, 1), Played.control(22, 0),
      ]) == [light(3, 2, 5), .controller(19, 1), light(3, 2, 0)])
  }

  @Test func lightHasChannel1() {
    var reducer = TimelineReducer(sources: ["A"])
    reducer.readLights()
    reducer.apply(Played.control(22, 4, channel: .number(7)), at: .zero, from: 0)
    #expect(reducer.entries.map(\.channel) == [.number(1)])
  }

  @Test func eachSourceHasItsOwnLights() {
    var reducer = TimelineReducer(sources: ["A", "B"])
    reducer.readLights()
    reducer.apply(Played.control(20, 3), at: .zero, from: 0)
    for source in 0..<2 { reducer.apply(Played.control(22, 1), at: .zero, from: source) }
    #expect(reducer.entries.map(\.change) == [light(3, 0, 1), light(0, 0, 1)])
  }

  @Test func controllersArePlainByDefault() {
    #expect(Played.lines([(0, Played.control(20, 3)), (0, Played.control(22, 5))]).count == 2)
  }
}
