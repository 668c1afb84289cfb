internal import Dispatch
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import MIDIRecWorkbench
internal import Synchronization
internal import SystemPackage
internal import Timelines

extension Studio {
  /// The time between two comparisons.
  private static let judgmentInterval = DispatchTimeInterval.milliseconds(250)
  /// Performs the comparisons.
  private static let judgmentQueue = DispatchQueue(label: "midirec studio judgment")
  private static let standardTolerance = Nanoseconds.milliseconds(100)

  /// Compares the notes that are played from now on with a take or with the expectation of a session, or ends that.
  ///
  /// - Parameter inputs: The judged inputs, or `nil` for all.
  func judge(by take: String?, orSession session: String?, tolerance: Nanoseconds?, inputs: [Int]?) throws
    -> Reply
  {
    guard let name = take ?? session else {
      change { $0.judgment = nil }
      return Reply()
    }
    let tolerance = tolerance ?? Self.standardTolerance
    guard Nanoseconds.milliseconds(1)...Nanoseconds.seconds(1) ~= tolerance else {
      throw StudioError("tolerance must be from 1 ms to 1 s")
    }
    let expected =
      try take.map { Performance(try recording(of: $0)) } ?? expectation(of: name)
    let number = Int(now.rawValue)
    let judgment = try RunningJudgment(
      name, model: expected, tolerance: tolerance, inputs: inputs.map { Set($0) }, number: number)
    change { $0.judgment = judgment }
    scheduleJudgment(number)
    return Reply(name: name)
  }

  /// Returns the first accepted timeline of a session.
  private func expectation(of session: String) throws -> Performance {
    let folder = try place(of: session).folder
    let names = try FileError.naming(.read, folder) {
      try FileSystem.names(in: folder).map(\.string).sorted()
    }
    for name in names where name.hasSuffix(".expected.txt") {
      let bytes = try FileError.naming(.read, folder.appending(name)) {
        try FileSystem.bytes(of: folder.appending(name))
      }
      if Timeline.isText(bytes) {
        return try InputFile(folder.appending(name).string) { _ in }.performance(from: bytes)()
      }
    }
    throw StudioError("\(session) has no accepted notes; accept its result first")
  }

  /// Compares later, as long as the judgment isn't replaced.
  private func scheduleJudgment(_ number: Int) {
    Self.judgmentQueue.asyncAfter(deadline: .now() + Self.judgmentInterval) { [weak self] in
      guard let self, let judgment = model.withLock(\.judgment), judgment.number == number else { return }
      let now = now
      if judgment.isActive(at: now), let result = judgment.judged(at: now) {
        change { if $0.judgment?.number == number { $0.judgment?.keep(result, of: judgment) } }
      }
      scheduleJudgment(number)
    }
  }
}
