import Instruments
import MIDICore
import Testing
import Timelines

@testable import MIDIRecSessions

@Suite struct GridSubjectTests {
  /// Returns a subject's option as read from line 3 of `session.yaml`.
  private func options(_ name: String, _ values: String...) -> SubjectOptions {
    SubjectOptions([Session.Option(name: name, values: values, line: 3)])
  }

  private func error(_ options: SubjectOptions) -> String? {
    do throws(SubjectOptionError) {
      _ = try GridSubject(options)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private let middleC: Recording = {
    let messages = [
      TimedMessage(time: .zero, message: .noteOn(channel: .number(1), note: 60, velocity: 100)),
      TimedMessage(time: .seconds(1), message: .noteOff(channel: .number(1), note: 60, velocity: 64)),
    ]
    return Recording(tracks: [Recording.Track(messages: messages)])
  }()

  @Test func middleCIsOnFiveCellsOfThe200InBlue() throws {
    let timeline = try GridSubject(SubjectOptions([])).timeline(of: middleC)
    let first = try #require(timeline.entries.first)
    #expect(first.attributes.map(\.value) == ["25,55,85,115,145", "blue"])
    #expect(first.attributes.map(\.key) == ["cells", "color"])
  }

  @Test func optionsSetTheInstrument() throws {
    let subject = try GridSubject(
      SubjectOptions([
        Session.Option(name: "model", values: ["128"], line: 3),
        Session.Option(name: "row-offset", values: ["guitar"], line: 4),
      ]))
    #expect(subject.settings.model == .model128)
    #expect(subject.settings.rowOffset == .guitar)
    #expect(subject.view == .grid(.model128))
  }

  @Test func noteChannelsCanBeAList() throws {
    let subject = try GridSubject(options("note-channels", "2", "4", "6"))
    #expect(subject.settings.left.noteChannels == Set([2, 4, 6].map(Channel.number)))
    #expect(error(options("model", "200", "128"))?.hasSuffix("found a list of 2") == true)
  }

  @Test func invalidOptionValueIsReportedWithItsLine() {
    #expect(
      error(options("octave", "9"))
        == #"line 3: the option "octave": expected a number from -5 to 5, found "9""#)
  }

  @Test func settingsAreLearnedByDefault() throws {
    #expect(try GridSubject(SubjectOptions([])).learns)
    #expect(try !GridSubject(options("learn", "false")).learns)
    #expect(
      error(options("learn", "no")) == #"line 3: the option "learn": expected true or false, found "no""#)
  }

  @Test func lightsAreASeparateSource() throws {
    let timeline = try GridSubject(options("lights", "true")).timeline(of: middleC)
    #expect(timeline.sources == ["", "lights"])
    let lights = timeline.entries.filter { $0.source == 1 }
    // Cell 25 is the highest of the five: the first cell of the second row from the top.
    let first = Timeline.Change.light(Timeline.Light(column: 1, row: 6, color: 5))
    #expect(lights.first?.change == first)
    #expect(lights.map(\.time) == Array(repeating: .zero, count: 5) + Array(repeating: .seconds(1), count: 5))
  }
}
