public import MIDICore
public import MIDIRecSessions
internal import SystemPackage
internal import Timelines

/// Runs golden sessions inside a test: plays each recording to the session's subjects, and compares the results with the
/// accepted ones.
///
/// ```swift
/// @Test func scaleIsPlayedAsExpected() async {
///   await expectSession("Recordings/scale")
/// }
/// ```
///
/// A result that isn't as expected fails the test at the line of the call, in Swift Testing and in XCTest. The message
/// lists the differences. In Swift Testing the result and a page that compares it with the expectation are attached to
/// the test. ``RecordMode`` specifies which files are written, `tolerance(onset:offset:offsetRatio:velocity:value:)`
/// how far a result may be from the expectation.
///
/// Sessions run on separate threads, one per core, and don't block other tests. A canceled test, such as one that exceeds
/// its time limit, ends the run and fails.
///
/// - Parameters:
///   - path: The session's folder, or a folder that contains sessions. It's absolute, or relative to the folder of the
///     test's source file.
///   - subjects: The subjects that the sessions can name.
///   - fileID: With the three parameters after it, the place in the source that fails: the line of the call, unless a
///     helper function passes on that of its caller.
///   - filePath: The test's source file.
///   - line: The line, counted from 1.
///   - column: The column, counted from 1.
public func expectSession(
  _ path: String, subjects: SubjectRegistry = .standard, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) async {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  await SessionExpectation(path, at: site).check(.sessions(subjects))
}

/// Plays a recording to a subject that the test defines, and compares the result with the accepted one.
///
/// ```swift
/// @Test func mapperPlaysAnOctaveHigher() async {
///   await expectSession("Recordings/scale", subject: MapperSubject.self)
/// }
/// ```
///
/// The expectation has the subject's name: `mapper.expected.txt`. The subject gets the options that the session's file
/// has for it. The file needn't name the subject, or exist. The session's other subjects aren't run.
///
/// - Parameters:
///   - path: The session's folder, absolute or relative to the folder of the test's source file.
///   - recording: The recording that is played, or `nil` to play that of the session. With a recording, the folder
///     needn't exist.
///   - subject: The subject. It's created for the run, and used on a different thread.
///   - fileID: The place that fails, as in ``expectSession(_:subjects:fileID:filePath:line:column:)``.
///   - filePath: The test's source file.
///   - line: The line, counted from 1.
///   - column: The column, counted from 1.
public func expectSession(
  _ path: String, playing recording: Recording? = nil, subject: any Subject.Type, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) async {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  await SessionExpectation(path, at: site).check(
    .subject(subject.definition, of: SubjectRegistry([subject]), playing: recording))
}

/// Passes each message of a session's recording to a closure, and compares its replies with the accepted ones.
///
/// ```swift
/// @Test func mapperPlaysAnOctaveHigher() async {
///   var mapper = Mapper(semitones: 12)
///   await expectSession("Recordings/scale", subject: "mapper") { mapper.reply(to: $0) }
/// }
/// ```
///
/// The closure runs exactly once per message, in the order of the messages, and on the actor of the test. It may
/// therefore keep state, and that state is the test's: whatever happens to it before and after the call is up to the
/// test. If something has to be run repeatedly, make it a `Subject`, which is created for each run.
///
/// Replies have the time of the message to which they reply. Code that replies later, such as an echo, needs
/// ``expectPlayback(of:subject:lights:fileID:filePath:line:column:by:)``.
///
/// - Parameters:
///   - path: The session's folder, absolute or relative to the folder of the test's source file.
///   - subject: The name of the expectation, `mapper` for `mapper.expected.txt`: a lowercase letter, then at most 39 of
///     these, digits, and hyphens.
///   - lights: Whether control changes 20 to 22 are the lights of a LinnStrument, which gets the replies.
///   - fileID: The place that fails, as in ``expectSession(_:subjects:fileID:filePath:line:column:)``.
///   - filePath: The test's source file.
///   - line: The line, counted from 1.
///   - column: The column, counted from 1.
///   - reply: Returns the replies to a message.
/// - Throws: The error of `reply`; the replies aren't compared then.
public nonisolated(nonsending) func expectSession(
  _ path: String, subject: String = "reply", lights: Bool = false, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  replying reply: nonisolated(nonsending) (Message) async throws -> [Message]
) async rethrows {
  try await expectPlayback(
    of: path, subject: subject, lights: lights, fileID: fileID, filePath: filePath, line: line, column: column
  ) { recording in
    var played = Recording.Track(end: recording.duration)
    for timed in recording.messagesInOrder {
      played.messages += try await reply(timed.message).map { TimedMessage(time: timed.time, message: $0) }
    }
    return Recording(tracks: [played])
  }
}

/// Passes a session's recording to a closure, and compares the recording that it returns with the accepted result.
///
/// ```swift
/// @Test func echoRepeatsEachNoteThreeTimes() async {
///   await expectPlayback(of: "Recordings/scale", subject: "echo") { Echo(count: 3).play($0) }
/// }
/// ```
///
/// The closure runs exactly once, on the actor of the test.
///
/// - Parameters:
///   - path: The session's folder, absolute or relative to the folder of the test's source file.
///   - subject: The name of the expectation, as in
///     ``expectSession(_:subject:lights:fileID:filePath:line:column:replying:)``.
///   - lights: Whether control changes 20 to 22 are the lights of a LinnStrument, which gets what is played.
///   - fileID: The place that fails, as in ``expectSession(_:subjects:fileID:filePath:line:column:)``.
///   - filePath: The test's source file.
///   - line: The line, counted from 1.
///   - column: The column, counted from 1.
///   - play: Returns the messages that are sent when a recording is played. Their times start with the recording.
/// - Throws: The error of `play`; the result isn't compared then.
public nonisolated(nonsending) func expectPlayback(
  of path: String, subject: String = "reply", lights: Bool = false, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  by play: nonisolated(nonsending) (Recording) async throws -> Recording
) async rethrows {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectation = SessionExpectation(path, at: site)
  guard let definition = expectation.definition(named: subject),
    let recording = await expectation.recording(for: definition)
  else { return }
  let played = try await play(recording)
  await expectation.check(
    lights ? .made(Timeline(played, lights: true), by: definition) : .played(played, by: definition))
}

/// The paths of all sessions in a folder and below, for a test of each:
///
/// ```swift
/// @Test(arguments: sessionPaths(in: "Recordings"))
/// func isPlayedAsExpected(session: String) async {
///   await expectSession(session)
/// }
/// ```
///
/// - Parameters:
///   - folder: The folder, a path from the folder of the test's source file, or from `/` on.
///   - filePath: The test's source file.
/// - Returns: The paths from there, in the order of their bytes. If a folder has no session or can't be searched, its path
///   is included, so that its test fails and reports the reason.
public func sessionPaths(in folder: String, filePath: StaticString = #filePath) -> [String] {
  let root = CallSite.path(folder, from: filePath)
  let search = SessionSearch(in: [root])
  let found = search.places.map { place in
    var path = place.folder
    return path.removePrefix(root) ? "\(FilePath(folder).pushing(path))" : "\(path)"
  }
  return found + search.errors.map { "\($0.path)" }
}
