public import BuiltInSubjects
public import MIDICore
public import Sessions

/// Runs golden sessions inside a test: plays each recording to the session's subjects, and compares what they do with
/// what a person has accepted.
///
/// ```swift
/// @Test func theScaleIsPlayedAsExpected() async {
///   await expectSession("Recordings/scale")
/// }
/// ```
///
/// What isn't as expected fails the test, in Swift Testing as in XCTest, at the line of the call. The message says what
/// differs and how to accept it. What came is written beside the expectation, as `midirec test` does: never where `CI`
/// is set, and taken away again once the session passes.
///
/// It runs on threads of its own, as many at once as there are cores, so that tests that run beside it go on. A test
/// that is cancelled, such as by a time limit, ends the run, and fails.
///
/// - Parameters:
///   - path: The session's folder, or one with sessions below it; a path from the folder of the test's source file, or
///     from `/` on.
///   - subjects: The subjects that the sessions can name.
///   - fileID: Where the test fails, as the three parameters after it: the line of the call, unless something else is
///     given, such as by a function that many tests call.
///   - filePath: The test's source file.
///   - line: The line, counted from 1.
///   - column: The column, counted from 1.
public func expectSession(
  _ path: String, subjects: SubjectCatalogue = .standard, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) async {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  await SessionExpectation(path, at: site).check(.ownSubjects(subjects))
}

/// Plays a session's recording to a subject of the test's own, and compares what it does with what a person has
/// accepted.
///
/// ```swift
/// @Test func theMapperPlaysAnOctaveHigher() async {
///   await expectSession("Recordings/scale", subject: Mapper.self)
/// }
/// ```
///
/// The expectation is called after the subject: `mapper.expected.txt`. The subject is made of the options that the
/// session's file has for it; it need not be named there, and where nothing else is to be said, there need be no file.
/// The session's other subjects are left alone.
///
/// - Parameters:
///   - path: The session's folder, a path from the folder of the test's source file, or from `/` on.
///   - subject: The subject. It is made anew for each run, and used on another thread than the test's.
///   - fileID: Where the test fails, as in ``expectSession(_:subjects:fileID:filePath:line:column:)``.
///   - filePath: The test's source file.
///   - line: The line, counted from 1.
///   - column: The column, counted from 1.
public func expectSession(
  _ path: String, subject: any Subject.Type, fileID: String = #fileID, filePath: StaticString = #filePath,
  line: Int = #line, column: Int = #column
) async {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  await SessionExpectation(path, at: site).check(.subject(subject, playing: nil))
}

/// Plays a recording of the test's own to a subject, and compares what it does with what a person has accepted.
///
/// - Parameters:
///   - path: The folder where the expectation stands, a path from the folder of the test's source file, or from `/` on.
///     It is made when there is something to be accepted. A session's file in it holds for the run, too.
///   - recording: What is played.
///   - subject: The subject. It is made anew for each run, and used on another thread than the test's.
///   - fileID: Where the test fails, as in ``expectSession(_:subjects:fileID:filePath:line:column:)``.
///   - filePath: The test's source file.
///   - line: The line, counted from 1.
///   - column: The column, counted from 1.
public func expectSession(
  _ path: String, playing recording: Recording, subject: any Subject.Type, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) async {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  await SessionExpectation(path, at: site).check(.subject(subject, playing: recording))
}
