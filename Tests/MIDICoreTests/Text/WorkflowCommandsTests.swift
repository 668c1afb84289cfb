import MIDICore
import Testing

/// Text that CI systems could obey.
@Suite struct WorkflowCommandsTests {
  @Test(arguments: [
    ("::stop-commands::x", "\\::stop-commands::x"), ("a\n  ::error::b\n", "a\n  \\::error::b\n"),
    ("\t::debug::", "\t\\::debug::"), ("\u{3000}\u{A0}::debug::", "\u{3000}\u{A0}\\::debug::"),
    ("a\r::error::b", "a\r\\::error::b"), ("x ##[error]b", "x #\\#[error]b"),
    ("####[group]", "###\\#[group]"),
    ("##vso[task.complete]", "#\\#vso[task.complete]"),
  ])
  func commandsAreBroken(text: String, broken: String) {
    #expect(text.withoutWorkflowCommands() == broken)
    #expect(broken.withoutWorkflowCommands() == broken)
  }

  @Test(arguments: [
    "", ":", "a::b", "a ::error::", "## [x]", "##\n[x]", "#[x]", "1:2\n:3:", "\u{1B}[1ma",
  ])
  func otherTextStays(text: String) {
    #expect(text.withoutWorkflowCommands() == text)
  }

  @Test func replacementsAreThoseOfTheFormat() {
    #expect(
      "::a\n##[b]".withoutWorkflowCommands(colon: "&#58;", sign: "&#35;") == "&#58;:a\n#&#35;[b]")
  }
}
