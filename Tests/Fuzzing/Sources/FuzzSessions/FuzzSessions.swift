import Foundation
import FuzzTarget
import MIDICore

@testable import MIDIRecPrograms
@testable import MIDIRecSessions
@testable import SoundSessions

/// The subjects of `midirec test`.
private let catalog = SubjectRegistry.standard.adding([SynthSubject.self, ProgramSubject.self])

/// Checks the requirements for any bytes as a session file.
@_silgen_name("check")
public func check(_ bytes: [UInt8]) {
  // All line ends of YAML 1.1. "\r\n" counts twice.
  let lineEnds: [Unicode.Scalar] = ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"]
  let lineCount = String(decoding: bytes, as: UTF8.self).unicodeScalars.count(where: lineEnds.contains) + 1
  // The composer hashes each key with its nested contents. YAMLValue allows 200 of these characters. The worst file has
  // 198 of them and takes 6,200 edges per byte, 31 for each character. Without them, the maximum is 170.
  let signCount = bytes.count(where: "[{?".utf8.contains)
  let result = limitingWork(to: 5000 + bytes.count * (300 + 40 * signCount)) {
    Result { () throws(SessionError) in try YAMLValue(parsing: bytes) }
  }
  let session: Session
  do throws(SessionError) {
    let value = try result.get()
    require(count(value, lineCount) <= bytes.count + 1, "more values than bytes")
    // The suggestion for one unknown key takes up to 80,000 edges, and the rest up to 30 per byte.
    session = try limitingWork(to: 120_000 + 60 * bytes.count) {
      Result { () throws(SessionError) in try Session(value, subjects: catalog.definitions) }
    }.get()
  } catch {
    require(!error.reason.isEmpty, "an error without a reason")
    require(error.line.map { 1...lineCount + 1 ~= $0 } ?? true, "an error in line \(error.line ?? 0)")
    return
  }
  require(!session.subjects.isEmpty, "no subject")
  require(Set(session.subjects.map(\.name)).count == session.subjects.count, "a subject is duplicated")
  require(Set(session.tags).count == session.tags.count, "a tag is duplicated")
  for choice in session.subjects { check(choice, lineCount, byteCount: bytes.count) }
}

/// Requires that a subject is created from its options, or that an error has the line of one of them.
private func check(_ choice: Session.Subject, _ lineCount: Int, byteCount: Int) {
  // The worst took 12,300 edges for the suggestion for an unknown key, or 28 per byte.
  let result = limitingWork(to: 20_000 + 50 * byteCount) {
    Result { () throws(SubjectOptionError) in try catalog.subject(for: choice) }
  }
  switch result {
  case .success(let subject?):
    require(!subject.parts.isEmpty, "no part of \(choice.name) is compared")
    if let program = subject as? ProgramSubject { checkWriting(program.settings) }
  case .success(nil): fatalError("a subject that was read isn't known")
  case .failure(let error):
    require(!error.reason.isEmpty, "an error without a reason")
    require(error.line.map { 1...lineCount ~= $0 } ?? true, "an error in line \(error.line ?? 0)")
  }
}

/// Requires that settings reach the simulated machine unchanged.
private func checkWriting(_ settings: ProgramSettings) {
  guard let data = try? JSONEncoder().encode(settings) else { fatalError("settings can't be written") }
  let again = try? JSONDecoder().decode(ProgramSettings.self, from: data)
  require(again == settings, "settings are read differently")
}

/// Returns the number of nested values, and requires that each has a line of the file.
private func count(_ value: YAMLValue, _ lineCount: Int) -> Int {
  require(1...lineCount + 1 ~= value.line, "a value in line \(value.line)")
  switch value.content {
  case .nothing, .text: return 1
  case .list(let values): return values.reduce(1) { $0 + count($1, lineCount) }
  case .map(let entries):
    require(Set(entries.map(\.key)).count == entries.count, "a key is duplicated")
    return entries.reduce(1) { $0 + 1 + count($1.value, lineCount) }
  }
}
