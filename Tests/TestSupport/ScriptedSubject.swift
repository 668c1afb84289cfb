package import MIDICore
package import MIDIRecSessions
internal import Synchronization
package import Timelines

/// A subject that runs a test's closure, so that tests can run in parallel.
package struct ScriptedSubject: Subject {
  /// The closure of a run, counted from 1.
  package typealias Script = @Sendable (_ run: Int, Recording, SubjectContext) throws -> SubjectObservation

  package static let definition = SubjectDefinition(name: "scripted", optionNames: ["key", "exact", "parts"])

  private static let scripts = Mutex<[String: (runCount: Int, script: Script)]>([:])

  /// Stores a closure.
  ///
  /// - Returns: Its key for the session's file.
  package static func add(_ script: @escaping Script) -> String {
    scripts.withLock { scripts in
      let key = "s\(scripts.count)"
      scripts[key] = (0, script)
      return key
    }
  }

  private let key: String
  package let isDeterministic: Bool
  package let parts: [PartName]

  package init(_ options: SubjectOptions) throws(SubjectOptionError) {
    key = options["key"]?.values.first ?? ""
    isDeterministic = try options.flag("exact") ?? true
    parts = options["parts"].map { $0.values.compactMap(PartName.init) } ?? [.timeline]
  }

  package func timeline(of recording: Recording) -> Timeline { Timeline(recording) }

  package func observation(of recording: Recording, in context: SubjectContext) throws -> SubjectObservation {
    let found = Self.scripts.withLock { scripts in
      scripts[key]?.runCount += 1
      return scripts[key]
    }
    guard let found else { throw SubjectFailure(.unavailable, "no script") }
    return try found.script(found.runCount, recording, context)
  }
}
