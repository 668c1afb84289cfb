import Testing

@testable import MIDIRecSessions

@Suite struct SubjectOptionsTests {
  private func options(_ values: String...) -> SubjectOptions {
    SubjectOptions([Session.Option(name: "rows", values: values, line: 7)])
  }

  private func error(_ options: SubjectOptions) throws -> SubjectOptionError {
    try #require(throws: SubjectOptionError.self) { _ = try options.number("rows", in: 1...8) }
  }

  @Test func unsetOptionIsNil() throws {
    #expect(try options("3").number("columns", in: 1...8) == nil)
    #expect(options("3")["columns"] == nil)
  }

  @Test(arguments: [("1", 1), ("8", 8)]) func numbersInRangeAreAccepted(text: String, number: Int) throws {
    #expect(try options(text).number("rows", in: 1...8) == number)
  }

  @Test func numbersCanBeNegative() throws {
    #expect(try options("-3").number("rows", in: -5...8) == -3)
  }

  @Test(arguments: ["0", "9", "+3", "", "three", "3.0", "99999999999999999999"])
  func invalidNumbersReportExpectedRange(text: String) throws {
    let error = try error(options(text))
    #expect(error.option == "rows")
    #expect(error.line == 7)
    #expect(error.reason == "expected a number from 1 to 8, found \"\(text)\"")
  }

  @Test func listIsNotSingleValue() throws {
    #expect(try error(options("1", "2")).reason == "expected a number from 1 to 8, found a list of 2")
    #expect(try error(options()).reason == "expected a number from 1 to 8, found an empty list")
  }

  @Test func mapIsNotList() throws {
    let pair = Session.Pair(key: "a", value: "b", line: 8)
    let options = SubjectOptions([Session.Option(name: "rows", values: [], pairs: [pair], line: 7)])
    let error = try #require(throws: SubjectOptionError.self) { try options.list("rows", expected: "a list") }
    #expect(error.reason == "expected a list, found a map")
  }

  @Test func subjectNameHasAtMostFortyCharacters() {
    #expect(SubjectDefinition.isName(String(repeating: "a", count: 40)))
    #expect(!SubjectDefinition.isName(String(repeating: "a", count: 41)))
  }

  @Test func errorIsOneLine() throws {
    let text = "line 7: the option \"rows\": expected a number from 1 to 8, found \"9\""
    #expect("\(try error(options("9")))" == text)
  }
}
