import EventLanguage
import MIDICore
import Testing

@testable import MIDIRecStudio

struct LogReaderTests {
  private static func line(_ number: Int) -> StudioLog.Line {
    StudioLog.Line(
      time: .milliseconds(number), source: 0, port: "Keys",
      message: .noteOn(channel: .number(1), note: NoteNumber(clamping: number % 128), velocity: 100))
  }

  private static func log(_ count: Int) -> StudioLog {
    var log = StudioLog()
    for number in 0..<count { log.append(line(number)) }
    return log
  }

  private static func news(for reader: inout LogReader, of log: StudioLog) throws -> LogReader.News {
    let news = reader.news(of: log)
    return try #require(news)
  }

  @Test func everyLineComesOnce() throws {
    var (log, reader) = (Self.log(3), LogReader())
    #expect(try Self.news(for: &reader, of: log).lines.map(\.number) == [0, 1, 2])
    #expect(reader.news(of: log) == nil)
    log.append(Self.line(3))
    let news = try Self.news(for: &reader, of: log)
    #expect(news.lines.map(\.number) == [3])
    #expect(news.leftOutCount == 0 && !news.isReset)
  }

  @Test func anEmptyLogIsNewsAtFirst() throws {
    var reader = LogReader()
    #expect(try Self.news(for: &reader, of: StudioLog()).isReset)
  }

  /// A page that was asleep learns how much it has missed: lines that are no longer stored, and those that don't fit.
  @Test func aSlowReaderLearnsWhatItHasMissed() throws {
    var (log, reader) = (Self.log(1), LogReader())
    _ = reader.news(of: log)
    for number in 1..<12_001 { log.append(Self.line(number)) }
    let news = try Self.news(for: &reader, of: log)
    #expect(news.lines.map(\.number) == Array(11_751...12_000))
    #expect(news.leftOutCount == 12_000 - 250)
  }

  @Test func aNewReaderGetsTheEndInPartsWithoutMissingAnything() throws {
    var (log, reader) = (Self.log(5000), LogReader())
    var found: [Int] = []
    repeat {
      let news = try Self.news(for: &reader, of: log)
      #expect(news.leftOutCount == 0 && news.lines.count <= 250)
      #expect(news.isReset == found.isEmpty)
      #expect(news.matchingCount == 5000)
      found += news.lines.map(\.number)
      log.append(Self.line(log.lines.endNumber))
    } while reader.isCatchingUp
    #expect(found == Array(4000..<5000))
    let news = try Self.news(for: &reader, of: log)
    #expect(news.lines.map(\.number) == Array(5000..<5004))
  }

  @Test func firstLinesThatAreForgottenMeanwhileAreDropped() throws {
    var (log, reader) = (Self.log(1000), LogReader())
    _ = try Self.news(for: &reader, of: log)
    for number in 1000..<10_600 { log.append(Self.line(number)) }
    var news = try Self.news(for: &reader, of: log)
    #expect(news.lines.isEmpty)
    news = try Self.news(for: &reader, of: log)
    #expect(news.lines.map(\.number) == Array(600..<750))
  }

  @Test func aNewFilterStartsAgain() throws {
    var (log, reader) = (Self.log(4), LogReader())
    log.append(
      StudioLog.Line(
        time: .zero, source: 0, port: "Keys",
        message: .controlChange(channel: .number(1), controller: 74, value: 1)))
    _ = reader.news(of: log)
    reader.setFilter(MessageFilter(only: [try MessagePattern(parsing: "cc:74")]))
    let news = try Self.news(for: &reader, of: log)
    #expect(news.isReset)
    #expect(news.lines.map(\.number) == [4])
    #expect(news.matchingCount == 1)
  }

  @Test func timingMessagesAreCountedAndHidden() throws {
    var (log, reader) = (StudioLog(), LogReader())
    for message in [Message.timingClock, .activeSensing, .start] {
      log.append(StudioLog.Line(time: .zero, source: 0, port: "Keys", message: message))
    }
    #expect(log.timingCount == 2)
    #expect(try Self.news(for: &reader, of: log).lines.map(\.line.message) == [.start])
    reader.setFilter(MessageFilter(keepsTiming: true))
    #expect(try Self.news(for: &reader, of: log).lines.count == 3)
  }
}
