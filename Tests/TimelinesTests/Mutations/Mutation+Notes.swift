import MIDICore
import TestSupport
import Timelines

extension Mutation {
  private typealias PlayedNote = OriginalTake.PlayedNote

  /// Changes one or two notes, or returns `nil` if the picked note isn't suitable.
  static func ofNote(
    _ kind: Kind, _ take: OriginalTake, isBeyond: Bool, _ generator: inout SeededGenerator
  ) -> Mutation? {
    guard let place = take.notes.indices.randomElement(using: &generator) else { return nil }
    let note = take.notes[place]
    let second = Nanoseconds.seconds(1)
    guard let off = note.off, let offset = note.offset, let index = take.index(note),
      offset - note.onset > .milliseconds(1),
      take.isFree(note.track, note.channel, note.number, note.onset, offset, but: place),
      !take.hasModes(note.track, from: note.onset - second, to: offset + second)
    else { return nil }
    var recording = take.recording
    func set(_ message: Int, _ time: Nanoseconds) {
      recording.tracks[note.track].messages[message].time = time
    }

    switch kind {
    case .drop:
      recording.tracks[note.track].messages.remove(at: off)
      recording.tracks[note.track].messages.remove(at: note.on)
      return Mutation(recording: recording, facts: [.note(index, [.missing])])
    case .shift:
      let delay = isBeyond ? generator.delay(beyond: 5000, to: 400_000) : generator.delay(within: 5000)
      let (onset, end) = (note.onset + delay, offset + delay)
      guard onset >= .zero,
        take.isFree(
          note.track, note.channel, note.number, min(onset, note.onset), max(end, offset), but: place)
      else { return nil }
      set(note.on, onset)
      set(off, end)
      let change = delay > .zero ? NoteChange.late(by: delay) : .early(by: delay.magnitude)
      return Mutation(recording: recording, facts: isBeyond ? [.note(index, [change])] : [])
    case .stretch:
      let excess = isBeyond ? generator.delay(beyond: 8000, to: 400_000) : generator.delay(within: 8000)
      guard offset + excess > note.onset + .milliseconds(1),
        take.isFree(note.track, note.channel, note.number, note.onset, offset + excess, but: place)
      else { return nil }
      set(off, offset + excess)
      let change = excess > .zero ? NoteChange.tooLong(by: excess) : .tooShort(by: excess.magnitude)
      return Mutation(recording: recording, facts: isBeyond ? [.note(index, [change])] : [])
    case .velocity:
      let change = Int.random(in: isBeyond ? 4...100 : 0...3, using: &generator)
      let velocity = Int(note.velocity.rawValue) + (Bool.random(using: &generator) ? change : -change)
      guard 1...127 ~= velocity else { return nil }
      let played = UInt7(clamping: velocity)
      recording.tracks[note.track].messages[note.on].message = .noteOn(
        channel: note.channel, note: note.number, velocity: played)
      return Mutation(
        recording: recording,
        facts: isBeyond ? [.note(index, [.wrongVelocity(expected: note.velocity, actual: played)])] : [])
    case .hang:
      let end = take.recording.duration
      guard !take.hasModes(note.track, from: note.onset, to: end) else { return nil }
      recording.tracks[note.track].messages.remove(at: off)
      return Mutation(recording: recording, facts: [.note(index, [.hanging])])
    case .semitone, .row, .octave:
      // A row of a LinnStrument is five semitones.
      let size = kind == .semitone ? 1 : kind == .row ? 5 : 12
      let semitones = Bool.random(using: &generator) ? size : -size
      guard let number = NoteNumber(exactly: Int(note.number.rawValue) + semitones),
        take.isFree(note.track, note.channel, number, note.onset, offset)
      else { return nil }
      rename(&recording, note, off, note.channel, number)
      return Mutation(
        recording: recording, facts: [.note(index, [.wrongPitch(semitones: semitones)])])
    case .channel:
      let channel = Channel(masking: .random(in: 0...15, using: &generator))
      guard channel != note.channel, take.isFree(note.track, channel, note.number, note.onset, offset) else {
        return nil
      }
      rename(&recording, note, off, channel, note.number)
      return Mutation(
        recording: recording,
        facts: [.note(index, [.wrongChannel(expected: note.channel, actual: channel)])])
    case .swapNeighbors:
      return swap(place, take, isBeyond: isBeyond)
    default: return nil
    }
  }

  /// Changes the key of both messages of a note.
  private static func rename(
    _ recording: inout Recording, _ note: PlayedNote, _ off: Int, _ channel: Channel, _ number: NoteNumber
  ) {
    for index in [note.on, off] {
      switch recording.tracks[note.track].messages[index].message {
      case .noteOn(_, _, let velocity):
        recording.tracks[note.track].messages[index].message = .noteOn(
          channel: channel, note: number, velocity: velocity)
      case .noteOff(_, _, let velocity):
        recording.tracks[note.track].messages[index].message = .noteOff(
          channel: channel, note: number, velocity: velocity)
      default: break
      }
    }
  }

  /// Exchanges the times of a note and the next note of its track and channel. Each keeps its length.
  private static func swap(_ place: Int, _ take: OriginalTake, isBeyond: Bool) -> Mutation? {
    let first = take.notes[place]
    let next = take.notes.indices.first { index in
      let note = take.notes[index]
      return index > place && note.track == first.track && note.channel == first.channel
        && note.number != first.number
    }
    guard let next, let off = first.off, let offset = first.offset, let index = take.index(first) else {
      return nil
    }
    let second = take.notes[next]
    let distance = second.onset - first.onset
    guard isBeyond ? distance > .milliseconds(10) && distance <= .seconds(1) : distance <= .milliseconds(5),
      let otherOff = second.off, let otherOffset = second.offset, let otherIndex = take.index(second),
      take.isFree(first.track, first.channel, first.number, first.onset, offset + distance, but: place),
      take.isFree(
        second.track, second.channel, second.number, first.onset, max(otherOffset, second.onset), but: next),
      !take.hasModes(first.track, from: first.onset - .seconds(1), to: max(offset, otherOffset) + .seconds(1))
    else { return nil }
    var recording = take.recording
    recording.tracks[first.track].messages[first.on].time = second.onset
    recording.tracks[first.track].messages[off].time = offset + distance
    recording.tracks[second.track].messages[second.on].time = first.onset
    recording.tracks[second.track].messages[otherOff].time = otherOffset - distance
    return Mutation(recording: recording, facts: isBeyond ? [.swapped(index, otherIndex)] : [])
  }

  /// Adds a note anywhere: a retrigger if a note sounds on its key.
  static func addingNote(_ take: OriginalTake, _ generator: inout SeededGenerator) -> Mutation? {
    guard let track = take.recording.tracks.indices.randomElement(using: &generator) else { return nil }
    let end = max(take.recording.duration.rawValue / 1000, 1_000_000)
    let onset = Nanoseconds.microseconds(Int64.random(in: 0...end, using: &generator))
    let offset = onset + .microseconds(Int64.random(in: 2000...300_000, using: &generator))
    let like = take.notes.filter { $0.track == track }.randomElement(using: &generator)
    let channel = like?.channel ?? .number(1)
    let number = like?.number ?? 60
    let room = Nanoseconds.milliseconds(20)
    let hosts = take.notes.enumerated().filter { _, note in
      note.track == track && note.channel == channel && note.number == number
        && note.onset + room < onset && offset + room < note.end
    }
    let isInside =
      hosts.count == 1 && take.isFree(track, channel, number, onset, offset, but: hosts.first?.offset)
    // A stray note-off would end the new note, whose own note-off would then be extra.
    let endsEarly = take.performance.events.contains { event in
      guard case .note(number, .strayNoteOff) = event.change else { return false }
      return event.source == track && event.channel == channel && onset...offset ~= event.time
    }
    guard !endsEarly, isInside || take.isFree(track, channel, number, onset, offset),
      !take.hasModes(track, from: onset - .seconds(1), to: offset + .seconds(1))
    else { return nil }
    // A retrigger ends all overlapping notes at the last of its note-offs.
    guard !isInside || !take.hasModes(track, from: onset, to: end == 0 ? .zero : take.recording.duration)
    else {
      return nil
    }
    var recording = take.recording
    recording.tracks[track].messages.append(
      TimedMessage(time: onset, message: .noteOn(channel: channel, note: number, velocity: 77)))
    recording.tracks[track].messages.append(
      TimedMessage(time: offset, message: .noteOff(channel: channel, note: number, velocity: 64)))
    return Mutation(
      recording: recording, facts: [.unexpected(channel, number, [isInside ? .retriggered : .extra])])
  }
}
