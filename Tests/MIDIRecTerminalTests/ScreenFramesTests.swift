import MIDICore
import Testing

@testable import MIDIRecTerminal

@Suite struct ScreenFramesTests {
  private func taken(_ frames: inout ScreenFrames, at times: [Int64]) -> [Bool] {
    times.map { frames.takeFrame(at: .milliseconds($0)) }
  }

  private func hasFrame(_ frames: inout ScreenFrames, at time: Nanoseconds) -> Bool {
    frames.takeFrame(at: time)
  }

  @Test func firstFrameIsDrawnAtOnce() {
    var frames = ScreenFrames()
    #expect(frames.deadline == .zero)
    #expect(hasFrame(&frames, at: .zero))
  }

  @Test func unchangedDisplayIsNotDrawn() {
    var frames = ScreenFrames()
    #expect(taken(&frames, at: [0, 100, 1000]) == [true, false, false])
    #expect(frames.deadline == nil)
  }

  @Test func changeAfterIntervalIsDrawnAtOnce() {
    var frames = ScreenFrames()
    _ = frames.takeFrame(at: .zero)
    frames.change()
    #expect(hasFrame(&frames, at: .milliseconds(17)))
  }

  @Test func earlyChangeIsDrawnWhenDue() {
    var frames = ScreenFrames()
    _ = frames.takeFrame(at: .milliseconds(100))
    frames.change()
    #expect(taken(&frames, at: [101, 116]) == [false, false])
    #expect(frames.deadline == .milliseconds(100) + ScreenFrames.interval)
    #expect(hasFrame(&frames, at: .milliseconds(100) + ScreenFrames.interval))
  }

  @Test func frameRateIsAtMostSixty() {
    var frames = ScreenFrames()
    var count = 0
    for microseconds in stride(from: Int64(0), to: 1_000_000, by: 100) {
      frames.change()
      if frames.takeFrame(at: .microseconds(microseconds)) { count += 1 }
    }
    #expect(59...60 ~= count)
  }

  private let escape = "\u{1B}["

  private func update(_ screen: inout ScreenFrames, _ lines: [String]) -> String { screen.update(lines) }

  @Test func firstUpdateWritesAllLines() {
    var frames = ScreenFrames()
    #expect(
      update(&frames, ["one", "two"])
        == "\(escape)H\(escape)J\(escape)1;1H\(escape)Kone\(escape)2;1H\(escape)Ktwo")
  }

  @Test func laterUpdateWritesOnlyChangedLines() {
    var frames = ScreenFrames()
    _ = update(&frames, ["one", "two", "three"])
    #expect(update(&frames, ["one", "2", "three"]) == "\(escape)2;1H\(escape)K2")
    #expect(update(&frames, ["one", "2", "three"]).isEmpty)
  }

  @Test func removedLinesAreErased() {
    var frames = ScreenFrames()
    _ = update(&frames, ["one", "two", "three"])
    #expect(update(&frames, ["one"]) == "\(escape)2;1H\(escape)J")
  }

  @Test func forgottenLinesAreWrittenAgain() {
    var frames = ScreenFrames()
    _ = update(&frames, ["one"])
    frames.forget()
    #expect(update(&frames, ["one"]) == "\(escape)H\(escape)J\(escape)1;1H\(escape)Kone")
  }
}
