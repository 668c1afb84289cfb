import Instruments
import MIDICore
import Testing
import Timelines

@Suite struct GridTimelineTests {
  private func on(_ note: NoteNumber, _ velocity: UInt7 = 100) -> Message {
    .noteOn(channel: .number(1), note: note, velocity: velocity)
  }

  private func off(_ note: NoteNumber) -> Message { .noteOff(channel: .number(1), note: note, velocity: 64) }

  private func control(_ controller: Controller, _ value: UInt7) -> Message {
    .controlChange(channel: .number(1), controller: controller, value: value)
  }

  /// Returns a recording with one message per millisecond.
  private func recording(_ messages: [Message]) -> Recording {
    let timed = messages.enumerated().map { TimedMessage(time: .milliseconds(Int64($0)), message: $1) }
    return Recording(tracks: [Recording.Track(name: "grid", messages: timed)])
  }

  /// Returns the lines of visible changes.
  private func lines(
    _ messages: [Message], _ settings: GridSettings = GridSettings(), learns: Bool = true,
    lights: Bool = false
  ) -> [String] {
    let timeline = Timeline(grid: recording(messages), settings: settings, learns: learns, lights: lights)
    return timeline.text.split(separator: "\n").map(String.init)
      .filter { $0.first?.isNumber ?? false && !$0.hasSuffix(" end") }
  }

  @Test func noteHasCellsAndColor() {
    #expect(
      lines([on(35), on(29), off(35), off(29)]) == [
        "0.000000 1 1 note B1 35 sounding velocity 100 cells=150,180 color=blue",
        "0.001000 1 1 note F1 29 sounding velocity 100 cells=none color=green",
        "0.002000 1 1 note B1 35 released velocity 64 cells=150,180 color=blue",
        "0.003000 1 1 note F1 29 released velocity 64 cells=none color=green",
      ])
  }

  @Test func noteOnsAndReleasesAreEntries() {
    #expect(
      lines([on(35), on(35), off(35), off(35), off(35), on(30)]) == [
        "0.000000 1 1 note B1 35 sounding velocity 100 cells=150,180 color=blue",
        "0.001000 1 1 note B1 35 retriggered velocity 100 cells=150,180 color=blue",
        "0.002000 1 1 note B1 35 still-sounding velocity 64 cells=150,180 color=blue",
        "0.003000 1 1 note B1 35 released velocity 64 cells=150,180 color=blue",
        "0.005000 1 1 note F#1 30 sounding velocity 100 cells=175 color=blue",
        "0.005000 1 1 note F#1 30 hanging cells=175 color=blue",
      ])
  }

  @Test func pedalLightsNoCell() {
    #expect(
      lines([on(30), control(64, 127), off(30), control(64, 0)]) == [
        "0.000000 1 1 note F#1 30 sounding velocity 100 cells=175 color=blue",
        "0.002000 1 1 note F#1 30 released velocity 64 cells=175 color=blue",
      ])
  }

  @Test func effectiveSettingIsEntry() {
    #expect(
      lines([control(99, 0), control(98, 36), control(6, 0), control(38, 5), control(38, 6), on(42), off(42)])
        == [
          "0.004000 1 1 nrpn 36 value 6",
          "0.005000 1 1 note F#2 42 sounding velocity 100 cells=175 color=blue",
          "0.006000 1 1 note F#2 42 released velocity 64 cells=175 color=blue",
        ])
  }

  @Test func fingersInUserFirmwareModeHavePositions() {
    var settings = GridSettings()
    settings.isUserFirmware = true
    #expect(
      lines(
        [
          .polyPressure(channel: .number(1), note: 1, pressure: 20), on(1), control(33, 5), control(1, 0),
          control(65, 90), control(64, 1), control(33, 7), control(1, 0), off(1),
        ], settings) == [
          "0.000000 1 1 note C#-1 1 pressure 20 cell=175 z=20",
          "0.001000 1 1 note C#-1 1 sounding velocity 100 cells=175 color=blue",
          "0.003000 1 1 controller 1 0 cell=175 x=5",
          "0.003000 1 1 controller 33 5",
          "0.004000 1 1 pedal portamento 90 cell=175 y=90",
          "0.005000 1 1 pedal sustain 1 cell=none y=1",
          "0.007000 1 1 controller 33 7 cell=175 x=7",
          "0.008000 1 1 note C#-1 1 released velocity 64 cells=175 color=blue",
        ])
  }

  @Test func onlyChangedHalvesOfPositionAreEntries() {
    var settings = GridSettings()
    settings.isUserFirmware = true
    #expect(
      lines([control(57, 5), control(25, 1), control(25, 2), control(57, 6), control(25, 2)], settings) == [
        "0.001000 1 1 controller 25 1 cell=199 x=133", "0.001000 1 1 controller 57 5",
        "0.002000 1 1 controller 25 2 cell=199 x=261", "0.004000 1 1 controller 57 6 cell=199 x=262",
      ])
  }

  @Test func lightsFollowTheirCause() {
    #expect(
      lines([on(30), on(31), off(30)], lights: true) == [
        "0.000000 1 1 note F#1 30 sounding velocity 100 cells=175 color=blue",
        "0.000000 2 1 light 1 0 color 5",
        "0.001000 1 1 note G1 31 sounding velocity 100 cells=176 color=green",
        "0.001000 2 1 light 2 0 color 3",
        "0.002000 1 1 note F#1 30 released velocity 64 cells=175 color=blue",
        "0.002000 1 1 note G1 31 hanging cells=176 color=green",
        "0.002000 2 1 light 1 0 color 0",
        "0.002000 2 1 light 2 0 color 0",
      ])
  }

  @Test func receivedLightIsOneState() {
    #expect(
      lines([control(20, 3), control(21, 2), control(22, 5), on(30), off(30), control(22, 5), control(22, 0)])
        == [
          "0.002000 1 1 light 3 2 color 5",
          "0.003000 1 1 note F#1 30 sounding velocity 100 cells=175 color=blue",
          "0.004000 1 1 note F#1 30 released velocity 64 cells=175 color=blue",
          "0.006000 1 1 light 3 2 color 0",
        ])
  }

  @Test func mirroredLightsIncludeReceivedLights() {
    #expect(
      lines([control(20, 1), control(22, 1), on(30), off(30)], lights: true).filter { $0.contains(" 2 1 ") }
        == [
          "0.001000 2 1 light 1 0 color 1", "0.002000 2 1 light 1 0 color 5",
          "0.003000 2 1 light 1 0 color 1", "0.003000 2 1 light 1 0 color 0",
        ])
  }

  /// A split at column 13, and then MPE on the left split (RPN 6 on channel 1, without an LSB).
  @Test func mpeConfigurationIsLearned() {
    let split = [
      99, 1, 98, 72, 6, 0, 38, 1, 101, 127, 100, 127, 99, 1, 98, 74, 6, 0, 38, 13, 101, 127, 100, 127,
    ]
    let zone = [101, 0, 100, 6, 6, 7]
    let controls = split + zone
    let messages = stride(from: 0, to: controls.count, by: 2).map {
      control(Controller(clamping: controls[$0]), UInt7(clamping: controls[$0 + 1]))
    }
    #expect(
      lines(
        messages + [
          .noteOn(channel: .number(2), note: 50, velocity: 100),
          .noteOn(channel: .number(16), note: 50, velocity: 9),
        ]
      )
      .filter { !$0.contains("hanging") } == [
        "0.003000 1 1 nrpn 200 value 1", "0.009000 1 1 nrpn 202 value 13", "0.014000 1 1 rpn 6 value 896",
        "0.015000 1 2 note D3 50 sounding velocity 100 cells=75,105,135 color=blue",
        "0.016000 1 16 note D3 50 sounding velocity 9 cells=165,195 color=green",
      ])
  }

  @Test func invisibleMessagesAreOmitted() {
    #expect(
      lines([
        .pitchBend(channel: .number(1), value: 0), .channelPressure(channel: .number(1), pressure: 4),
        control(7, 100),
        .timingClock,
        .programChange(channel: .number(1), program: 3), off(60),
        .polyPressure(channel: .number(1), note: 60, pressure: 5),
      ]) == [])
  }

  @Test func sourcesMatchRecording() {
    let tracks: [Recording.Track] = [
      Recording.Track(name: "empty"),
      Recording.Track(messages: [TimedMessage(time: .zero, message: on(60))]),
      Recording.Track(
        name: "b", port: 1, messages: [TimedMessage(time: .zero, message: on(60))], end: .milliseconds(9)),
    ]
    let recording = Recording(tracks: tracks)
    let grid = Timeline(grid: recording, settings: GridSettings())
    #expect(grid.sources == ["", "b"])
    #expect(grid.sources == Timeline(recording).sources)
    #expect(grid.end == .milliseconds(9))
    let lit = Timeline(grid: recording, settings: GridSettings(), lights: true)
    #expect(lit.sources == ["", "b", "lights"])
    #expect(grid.entries.filter { $0.time == .zero }.map { $0.attributes.last?.value } == ["blue", "green"])
  }

  @Test func hangingNoteHasAttributesOfItsSource() {
    let tracks = [1, 2].map { port in
      Recording.Track(
        port: port, messages: [TimedMessage(time: .milliseconds(Int64(port)), message: on(30))])
    }
    let grid = Timeline(grid: Recording(tracks: tracks), settings: GridSettings())
    let hanging = grid.entries.filter { if case .note(_, .hanging) = $0.change { true } else { false } }
    #expect(hanging.map(\.source) == [0, 1])
    #expect(hanging.map { $0.attributes.last?.value } == ["blue", "green"])
  }

  @Test func timelineTextRoundTrips() throws {
    let messages = [on(60), on(61), control(64, 127), off(60), on(62, 3), control(123, 0), on(127), on(127)]
    for lights in [false, true] {
      let timeline = Timeline(grid: recording(messages), settings: GridSettings(.model128), lights: lights)
      #expect(try Timeline(text: Array(timeline.text.utf8)) == timeline)
    }
  }

  @Test func learningCanBeDisabled() {
    let setting = [control(99, 0), control(98, 36), control(6, 0), control(38, 6)]
    #expect(
      lines(setting + [on(30)], learns: false) == [
        "0.004000 1 1 note F#1 30 sounding velocity 100 cells=175 color=blue",
        "0.004000 1 1 note F#1 30 hanging cells=175 color=blue",
      ])
  }
}
