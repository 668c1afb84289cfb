import MIDICore
import MIDIRecSoak
import Testing

struct StormElementTests {
  /// The storms of the first 2,000 seeds.
  static let storms = (0..<2000 as Range<UInt64>).map {
    Storm(seed: $0, StormSettings(includesIllegal: true))
  }

  @Test(arguments: StormElement.allCases) func elementShowsInEachStormThatListsIt(_ element: StormElement) {
    let storms = Self.storms.filter { $0.elements.contains(element) }
    #expect(storms.count > 10)
    for storm in storms { #expect(storm.recording.shows(element), "seed \(storm.seed)") }
  }

  @Test(arguments: StormElement.allCases) func elementAloneIsLegalAndReleased(_ element: StormElement) {
    let settings = StormSettings(messageCount: 30, includesIllegal: true, elements: [element])
    for seed in 0..<50 as Range<UInt64> {
      let recording = Storm(seed: seed, settings).recording
      #expect(recording.messages.releasesAfterPanics == [], "seed \(seed)")
      #expect((recording.strayNoteOffCount > 0) == (element == .strayNoteOffs), "seed \(seed)")
    }
  }

  @Test func defaultStormsAreLegal() {
    let storms = (0..<2000 as Range<UInt64>).map { Storm(seed: $0) }
    #expect(!storms.contains { $0.elements.contains(where: \.isIllegal) })
  }
}

extension Recording {
  /// Returns whether the messages show an element.
  fileprivate func shows(_ element: StormElement) -> Bool {
    showsNotes(element) ?? showsExpression(element) ?? showsSettings(element) ?? showsSystem(element) ?? false
  }

  private func showsNotes(_ element: StormElement) -> Bool? {
    let messages = messages
    func isRepeat(_ first: Message, _ second: Message) -> Bool {
      first.isNoteOff && second.isNoteOn && first.hasNote(of: second)
    }
    switch element {
    case .keyboardLine: return messages.count(where: \.isNoteOn) >= 3
    case .flams:
      return has(within: .milliseconds(6)) { $0.isNoteOn && $1.isNoteOn && $0.hasNote(of: $1) }
    case .drums: return messages.contains { $0.isNoteOn && $0.channel == .drums }
    case .quickRepeats: return has(within: .milliseconds(1), isRepeat)
    case .shortNotes:
      return has(within: .milliseconds(1)) { $0.isNoteOn && $1.isNoteOff && $0.hasNote(of: $1) }
    case .overlaps: return has { $0.isNoteOn && $1.holdCount(of: $0) > 0 }
    case .sameKeyOnChannels, .allChannels:
      let channels = Set(messages.filter(\.isNoteOn).compactMap(\.channel))
      return channels.count >= (element == .allChannels ? 16 : 2)
    case .velocityZeroReleases: return messages.contains { $0.isNoteOff && $0.kind == .noteOn }
    case .extremes:
      return messages.contains {
        guard case .noteOn(_, let note, let velocity) = $0 else { return false }
        return [0, 127].contains(note) && [1, 127].contains(velocity)
      }
    case .burst:
      let milliseconds = messagesInOrder.map { $0.time.rawValue / 1_000_000 }
      return milliseconds.chunked(by: ==).contains { $0.count >= 6 }
    default: return nil
    }
  }

  private func showsExpression(_ element: StormElement) -> Bool? {
    let controls = messages.compactMap(\.control)
    switch element {
    case .sustainedChords: return controls.contains { $0.controller == .sustain && $0.value >= 64 }
    case .halfPedal: return controls.contains { $0.controller == .sustain && 1...63 ~= $0.value }
    case .sostenuto: return has { $0.control.map { $0 == (.sostenuto, 127) } ?? false && $1.hasNotes }
    case .otherPedals:
      return controls.contains { [65, 67, 68, 69].contains($0.controller) && $0.value > 0 }
    case .channelPerRow:
      return has(within: .zero) { first, second in
        guard case .polyPressure(let channel, let note, 0) = first else { return false }
        return second.isNoteOn && second.hasNote(of: .noteOff(channel: channel, note: note, velocity: 0))
      }
    case .mpe:
      return controls.contains { $0 == (.registeredLeastSignificant, 6) }
        && has(within: .zero) { $0.kind == .pitchBend && $1.isNoteOn && $0.channel == $1.channel }
    case .bendSweep: return messages.contains { $0.kind == .pitchBend && $0.startsHolding }
    case .polyPressure:
      return messages.contains { if case .polyPressure(_, _, 1...) = $0 { true } else { false } }
    case .channelPressure: return messages.contains { $0.kind == .channelPressure && $0.startsHolding }
    default: return nil
    }
  }

  private func showsSettings(_ element: StormElement) -> Bool? {
    let controls = messages.compactMap(\.control)
    switch element {
    case .fineControllers: return controls.contains { 33...43 ~= $0.controller && $0.controller != 38 }
    case .registeredParameters, .nonregisteredParameters:
      let first: Controller = element == .registeredParameters ? 100 : 98
      return Set(controls.map(\.controller)).isSuperset(of: [
        first, Controller(masking: first.rawValue + 1), 6,
      ])
    case .banks:
      return has(within: .zero) { first, second in
        second.kind == .programChange && first.channel == second.channel
          && first.control.map { [0, 32].contains($0.controller) } ?? false
      }
    case .programsWhileHeld: return has { $0.kind == .programChange && $1.hasNotes }
    case .localControl: return controls.contains { $0 == (.localControl, 0) }
    case .allNotesOff, .allSoundOff:
      let controller: Controller = element == .allNotesOff ? .allNotesOff : .allSoundOff
      return has { $0.control?.controller == controller && $1.hasNotes }
    case .resetControllers: return has { $0.control?.controller == .resetAllControllers && !$1.isSilent }
    case .modes: return has { 124...127 ~= $0.control?.controller ?? 0 && $1.hasNotes }
    case .systemReset: return has { $0 == .systemReset && $1.hasNotes }
    case .undefinedControllers:
      return controls.contains { [3, 9, 14, 20, 31, 35, 63, 85, 90, 102, 119].contains($0.controller) }
    default: return nil
    }
  }

  private func showsSystem(_ element: StormElement) -> Bool? {
    let messages = messagesInOrder
    let kinds = Set(self.messages.map(\.kind))
    switch element {
    case .clock:
      let ticks = messages.filter { $0.message == .timingClock }
      return Set(zip(ticks.dropFirst(), ticks).map { $0.time - $1.time }).count > 1
    case .songPosition: return kinds.isSuperset(of: [.songPosition, .continue, .stop])
    case .songSelect: return kinds.contains(.songSelect)
    case .tuneRequest: return kinds.contains(.tuneRequest)
    case .timeCode: return messages.count { $0.message.kind == .timeCodeQuarterFrame } >= 8
    case .activeSensing: return kinds.contains(.activeSensing)
    case .sensingSilence, .pause:
      var tracker = ReleaseTracker()
      return zip(messages, messages.dropFirst()).contains { first, second in
        tracker.applyWithPanics(first.message)
        return element == .pause
          ? second.time - first.time >= .seconds(1) && tracker.isSilent
          : second.time - first.time > .milliseconds(300) && tracker.hasNotes
      }
    case .shortSystemExclusive, .longSystemExclusive:
      return self.messages.contains {
        guard case .systemExclusive(let message) = $0 else { return false }
        return element == .longSystemExclusive ? message.payload.count >= 200 : message.payload.count < 20
      }
    case .twoInstruments: return tracks.count == 2 && tracks.allSatisfy { !$0.messages.isEmpty }
    case .forgottenNotes, .unendedNotes:
      return unendedNoteCount > 0
    case .panicAtEnd:
      return messages.last.map { last in
        last.message == .systemReset
          || last.message.control.map { [120, 121, 123].contains($0.controller) } ?? false
      } ?? false
    case .strayNoteOffs: return strayNoteOffCount > 0
    default: return nil
    }
  }
}

extension ReleaseTracker {
  /// Returns the number of notes that sound at the place of a note.
  fileprivate func holdCount(of note: Message) -> Int { HoldPlace(of: note).map(holdCount) ?? 0 }
}
