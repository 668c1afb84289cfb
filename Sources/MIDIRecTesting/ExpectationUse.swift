internal import MIDIRecSessions
internal import Synchronization
internal import SystemPackage

/// The use of an expectation by the tests of this process.
///
/// Two tests with one expectation that have different results would accept, overwrite, and delete each other's. The
/// first of them that differs from the expectation keeps its pending file, and the others write nothing.
final class ExpectationUse: Sendable {
  /// A call that compared a result with the expectation.
  struct Call: Sendable {
    let site: CallSite
    /// The result if it wasn't as expected, and otherwise `nil`.
    let result: [UInt8]?
  }

  private static let all = Mutex<[FilePath: ExpectationUse]>([:])

  private let calls = Mutex<[Call]>([])

  private init() {}

  /// Returns the use of the expectations of a subject in a folder.
  static func of(_ subject: String, in folder: FilePath) -> ExpectationUse {
    all.withLock { all in
      let path = folder.lexicallyNormalized().appending(subject)
      let use = all[path] ?? ExpectationUse()
      all[path] = use
      return use
    }
  }

  /// Calls a function that compares a result, while no other result is compared with the expectation.
  ///
  /// - Parameter body: Receives the earlier calls. Returns the call, or `nil` if nothing was compared.
  func comparing<Value>(_ body: ([Call]) -> (value: Value, call: Call?)) -> Value {
    calls.withLock { calls in
      let (value, call) = body(calls)
      if let call { calls.append(call) }
      return value
    }
  }
}

extension [ExpectationUse.Call] {
  /// Returns the calls that matter for a call at a place: those whose result is pending, because a result that was accepted
  /// or rejected since is settled, and those elsewhere whose result was as expected.
  func relevant(at site: CallSite, pending: [UInt8]?) -> Self {
    filter { call in call.result.map { $0 == pending } ?? !call.site.isSame(as: site) }
  }

  /// Whether a pending file has the result of one of the calls.
  var isPending: Bool { contains { $0.result != nil } }

  /// Returns a call with a different result, or `nil` if there is none.
  func other(than result: [UInt8]) -> ExpectationUse.Call? { first { $0.result != result } }
}
