import Foundation
import FuzzTarget
import MIDICore
import SystemPackage

@testable import MIDIRecTakes

/// The file that this process reads.
private let path = "\(NSTemporaryDirectory())/midirec-fuzz-\(getpid()).json"

/// Checks the requirements for any bytes as the file of aliases and last choices.
@_silgen_name("check")
public func check(_ bytes: [UInt8]) {
  require((try? Data(bytes).write(to: URL(fileURLWithPath: path))) != nil, "no space in \(path)")
  defer { unlink(path) }
  let preferences: EndpointPreferences
  do throws(EndpointPreferences.Failure) {
    // Foundation's work isn't counted.
    preferences = try limitingWork(to: 2_000 + 50 * bytes.count) {
      Result { () throws(EndpointPreferences.Failure) in
        try EndpointPreferences.read(from: FilePath(path))
      }
    }.get()
  } catch {
    guard case .broken(_, let found) = error else { fatalError("a file can't be read: \(error)") }
    require(!found.isEmpty, "an error without a reason")
    return
  }
  guard let written = try? JSONEncoder().encode(preferences) else {
    fatalError("preferences can't be written")
  }
  let again = try? JSONDecoder().decode(EndpointPreferences.self, from: written)
  require(again == preferences, "other preferences are read")
}
