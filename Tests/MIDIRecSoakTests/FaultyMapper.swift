import MIDICore
import MIDIRecSessions

/// A mapper that plays everything an octave higher, and ends what it holds after each panic. It can have one fault.
struct FaultyMapper {
  /// A fault as programs have them.
  enum Fault: String, CaseIterable, Sendable {
    // Notes that don't end.
    case retriggerEndsOnce, retriggerForgets, velocityZeroStarts, noteOffOnFirstChannel, key127NeverEnds,
      key0NeverEnds
    case programChangeForgets, bankSelectForgets, resetControllersForgets, drumsNeverEnd, channel16NeverEnds
    case keysWithoutChannel, quickNoteNeverEnds, zeroLengthNeverEnds, fifthNoteSteals, stopForgets,
      bendMovesEnd
    case pressureStarts, sustainStays, sostenutoStays
    // Panics that don't silence.
    case allNotesOffIgnored, allSoundOffIgnored, systemResetIgnored
    // Others.
    case songPositionZeroHangs, longSystemExclusiveCrashes, dataEntryWithoutParameterCrashes, volumeFloods
    case answersDiffer, highKeysOutOfTune, clockChangesVelocity, loudNotesClipped, channel16BecomesFirst
  }

  private let fault: Fault?
  /// The keys of the program's own notes, by channel and key of the notes that it received, in order of their starts.
  private var held: [Int: [Int]] = [:]
  private var startTimes: [Int: Nanoseconds] = [:]
  private var order: [Int] = []
  private var isStopped = false
  private var bends: Set<Channel> = []
  private var clockCount = 0
  private var hasParameter: Set<Channel> = []
  /// The number of answers of all mappers, which a mapper with ``Fault/answersDiffer`` shows.
  nonisolated(unsafe) private static var answerCount: UInt8 = 0

  init(_ fault: Fault?) { self.fault = fault }

  /// Returns the reaction of a new mapper to a recording.
  static func reaction(to recording: Recording, _ fault: Fault?) -> Reaction {
    var mapper = FaultyMapper(fault)
    var reaction = Reaction()
    for timed in recording.messagesInOrder {
      do {
        reaction.replies += try mapper.replies(to: timed).map {
          SourcedMessage(time: timed.time, message: $0)
        }
      } catch {
        return Reaction(failure: error)
      }
    }
    return reaction
  }

  private mutating func replies(to timed: TimedMessage) throws(SubjectFailure) -> [Message] {
    let message = timed.message
    if let channel = message.channel, isPanic(message) {
      let ends = message.isIgnored(by: fault) ? [] : endAll { $0 >> 7 == Int(channel) }
      return ends + (message.isIgnored(by: fault) ? [] : [message])
    }
    switch message {
    case .noteOn(let channel, let note, let velocity) where velocity > 0 || fault == .velocityZeroStarts:
      return start(channel, note, max(1, velocity), at: timed.time)
    case .noteOn(let channel, let note, _): return end(channel, note, 64, at: timed.time)
    case .noteOff(let channel, let note, let velocity): return end(channel, note, velocity, at: timed.time)
    case .polyPressure(let channel, let note, let pressure):
      guard let key = note.advanced(by: 12) else { return [] }
      if fault == .pressureStarts, pressure > 100 {
        return [.noteOn(channel: channel, note: key, velocity: pressure)]
      }
      return [.polyPressure(channel: channel, note: key, pressure: pressure)]
    case .systemReset:
      if fault == .systemResetIgnored { return [] }
      return endAll { _ in true } + [message]
    default: return try controls(message)
    }
  }

  private mutating func controls(_ message: Message) throws(SubjectFailure) -> [Message] {
    switch (message, fault) {
    case (.controlChange(_, .sustain, 0), .sustainStays), (.controlChange(_, .sostenuto, 0), .sostenutoStays):
      return []
    case (.programChange, .programChangeForgets), (.controlChange(_, .bankSelect, _), .bankSelectForgets),
      (.controlChange(_, .resetAllControllers, _), .resetControllersForgets), (.stop, .stopForgets):
      held = [:]
    case (.pitchBend(let channel, let value), .bendMovesEnd):
      if value == .bendCenter { bends.remove(channel) } else { bends.insert(channel) }
    case (.timingClock, _):
      clockCount += 1
      return []
    case (.songPosition(0), .songPositionZeroHangs): throw SubjectFailure(.misbehaved, "hangs")
    case (.systemExclusive(let exclusive), .longSystemExclusiveCrashes) where exclusive.payload.count > 256:
      throw SubjectFailure(.misbehaved, "ended with signal 11")
    case (.controlChange(let channel, let controller, _), .dataEntryWithoutParameterCrashes):
      if Controller.parameterSelectors.contains(controller) { hasParameter.insert(channel) }
      if controller == .dataEntry, !hasParameter.contains(channel) {
        throw SubjectFailure(.misbehaved, "ended with status 1")
      }
    case (.controlChange(_, .volume, _), .volumeFloods):
      return Array(repeating: message, count: 2_000)
    default: break
    }
    return [message]
  }

  private func isPanic(_ message: Message) -> Bool {
    if case .controlChange(_, let controller, _) = message {
      return controller == .allSoundOff || Controller.noteEndingModes.contains(controller)
    }
    return false
  }

  private mutating func start(
    _ channel: Channel, _ note: NoteNumber, _ velocity: UInt7, at time: Nanoseconds
  ) -> [Message] {
    let key = Int(note) + (fault == .highKeysOutOfTune && note > 100 ? 11 : 12)
    guard key < 128 else { return [] }
    let place = place(channel, note)
    if fault == .retriggerForgets, held[place]?.isEmpty == false { held[place] = [] }
    held[place, default: []].append(key)
    startTimes[place] = time
    order.append(place)
    if fault == .fifthNoteSteals, held.values.reduce(0, { $0 + $1.count }) > 4 {
      held[order.first { held[$0]?.isEmpty == false } ?? place]?.removeFirst()
    }
    var velocity = velocity
    switch fault {
    case .clockChangesVelocity where clockCount > 0: velocity = 1
    case .loudNotesClipped: velocity = min(126, velocity)
    case .answersDiffer:
      Self.answerCount = (Self.answerCount + 1) % 100
      velocity = UInt7(masking: Self.answerCount + 1)
    default: break
    }
    return [.noteOn(channel: sent(channel), note: NoteNumber(masking: UInt8(key)), velocity: velocity)]
  }

  private mutating func end(
    _ channel: Channel, _ note: NoteNumber, _ velocity: UInt7, at time: Nanoseconds
  ) -> [Message] {
    let place = place(channel, note)
    guard let key = held[place]?.first else { return [] }
    held[place]?.removeFirst()
    switch fault {
    case .retriggerEndsOnce: held[place] = []
    case .key127NeverEnds where key >= 127, .key0NeverEnds where note == 0,
      .drumsNeverEnd where channel == .drums,
      .channel16NeverEnds where channel == .number(16):
      return []
    case .quickNoteNeverEnds where time - (startTimes[place] ?? .zero) < .milliseconds(1): return []
    case .zeroLengthNeverEnds where time == startTimes[place]: return []
    default: break
    }
    let ended = fault == .bendMovesEnd && bends.contains(channel) ? min(127, key + 1) : key
    let endChannel = fault == .noteOffOnFirstChannel ? Channel.number(1) : sent(channel)
    return [.noteOff(channel: endChannel, note: NoteNumber(masking: UInt8(ended)), velocity: velocity)]
  }

  private mutating func endAll(_ isEnded: (Int) -> Bool) -> [Message] {
    let places = held.keys.filter(isEnded).sorted()
    let ends = places.flatMap { place in
      (held[place] ?? []).map { key -> Message in
        .noteOff(
          channel: sent(Channel(masking: UInt8(place >> 7 & 15))), note: NoteNumber(masking: UInt8(key)),
          velocity: 64)
      }
    }
    for place in places { held[place] = [] }
    return ends
  }

  private func place(_ channel: Channel, _ note: NoteNumber) -> Int {
    (fault == .keysWithoutChannel ? 0 : Int(channel) << 7) | Int(note)
  }

  private func sent(_ channel: Channel) -> Channel {
    fault == .channel16BecomesFirst && channel == .number(16) ? .number(1) : channel
  }
}

extension Message {
  /// Returns whether a mapper ignores a panic.
  fileprivate func isIgnored(by fault: FaultyMapper.Fault?) -> Bool {
    guard case .controlChange(_, let controller, _) = self else { return false }
    return switch fault {
    case .allNotesOffIgnored: controller == .allNotesOff
    case .allSoundOffIgnored: controller == .allSoundOff
    default: false
    }
  }
}
