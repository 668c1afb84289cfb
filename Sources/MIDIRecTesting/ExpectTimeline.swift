public import MIDICore
internal import MIDIRecSessions
public import Timelines

/// Compares the messages that a test produced with the accepted ones.
///
/// ```swift
/// @Test func scaleHasEightNotes() {
///   expectTimeline(of: Scale(.major, from: 60).messages, named: "scale")
/// }
/// ```
///
/// The states of notes, pedals, and controllers over time are compared, not the bytes. The expectation is in a folder
/// beside the test's source file: `__Snapshots__/ScaleTests/scale.expected.txt` for `ScaleTests.swift`.
///
/// The test fails if there is no expectation, or if the messages differ from it. The message lists the differences. In
/// Swift Testing the result and a page that compares it with the expectation are attached to the test. ``RecordMode``
/// specifies which files are written, `tolerance(onset:offset:offsetRatio:velocity:value:)` how far
/// the messages may be from the expectation.
///
/// - Parameters:
///   - messages: The messages in any order. Messages with one time keep their order.
///   - name: The name of the expectation: a lowercase letter, then at most 39 of these, digits, and hyphens. By default,
///     it is that of the test's function: `scale-has-eight-notes` for `scaleHasEightNotes()`.
///   - fileID: With the three parameters after it, the place in the source that fails: the line of the call, unless a
///     helper function passes on that of its caller.
///   - filePath: The test's source file.
///   - line: The line, counted from 1.
///   - column: The column, counted from 1.
///   - function: The test's function.
public func expectTimeline(
  of messages: some Sequence<TimedMessage>, named name: String? = nil, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  function: String = #function
) {
  // `sorted` is stable.
  let track = Recording.Track(messages: messages.sorted { $0.time < $1.time })
  expectTimeline(
    of: Recording(tracks: [track]), named: name, fileID: fileID, filePath: filePath, line: line,
    column: column, function: function)
}

/// Compares a recording that a test produced with the accepted one.
///
/// It compares as the function for messages does, and also compares the sources of the messages.
///
/// - Parameters:
///   - recording: The recording. Each track that has messages is a source, called by the track's name.
///   - name: The name of the expectation, or `nil` for that of the test's function, as in the function for messages.
///   - fileID: With the three parameters after it, the place in the source that fails.
///   - filePath: The test's source file.
///   - line: The line, counted from 1.
///   - column: The column, counted from 1.
///   - function: The test's function.
public func expectTimeline(
  of recording: Recording, named name: String? = nil, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  function: String = #function
) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  expect(named: name, function, at: site) { .played(recording, by: $0) }
}

/// Compares a timeline that a test produced with the accepted one.
///
/// It compares as the function for messages does, and also compares the sources and the attributes of the entries.
///
/// - Parameters:
///   - timeline: The timeline.
///   - name: The name of the expectation, or `nil` for that of the test's function, as in the function for messages.
///   - fileID: With the three parameters after it, the place in the source that fails.
///   - filePath: The test's source file.
///   - line: The line, counted from 1.
///   - column: The column, counted from 1.
///   - function: The test's function.
public func expectTimeline(
  of timeline: Timeline, named name: String? = nil, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  function: String = #function
) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  expect(named: name, function, at: site) { .made(timeline, by: $0) }
}

private func expect(
  named name: String?, _ function: String, at site: CallSite,
  _ run: (SubjectDefinition) -> SessionExpectation.Run
) {
  let expectation = SessionExpectation(site.sourceName, in: site.snapshotFolder, at: site)
  guard let definition = expectation.definition(named: name ?? SubjectDefinition.name(ofFunction: function))
  else { return }
  expectation.checkOnCurrentThread(run(definition))
}

extension SubjectDefinition {
  /// Returns the name of a function as that of a subject: `scale-has-eight-notes` for `scaleHasEightNotes()`.
  ///
  /// Characters that names can't have are left out. A name that is too long is cut off.
  static func name(ofFunction function: String) -> String {
    let characters = Array(function.prefix { $0 != "(" })
    var name = ""
    for (index, character) in characters.enumerated() {
      let isPart = character.isASCII && (character.isLetter || character.isNumber)
      let isAfterCapital = index > 0 && characters[index - 1].isUppercase
      let isBeforeSmall = index + 1 < characters.count && characters[index + 1].isLowercase
      let isWordStart = !isPart || character.isUppercase && (!isAfterCapital || isBeforeSmall)
      if isWordStart, !name.isEmpty, name.last != "-" { name += "-" }
      if isPart { name += character.lowercased() }
    }
    name = String(name.prefix(40))
    if name.last == "-" { name.removeLast() }
    return name
  }
}
