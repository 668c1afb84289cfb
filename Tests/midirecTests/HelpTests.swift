import ArgumentParser
import Testing

@testable import midirec

/// The help of all commands.
@Suite struct HelpTests {
  private static let commands = commands(below: Midirec.self)
  private static let configurations = commands.map { $0.configuration }

  private static func commands(below command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    [command] + command.configuration.subcommands.flatMap(commands(below:))
  }

  @Test func abstractsFitIntoTheListOfCommands() {
    #expect(Self.configurations.count > 40)
    for configuration in Self.configurations {
      #expect(1...60 ~= configuration.abstract.count, "\(configuration.abstract)")
      #expect(!configuration.abstract.hasSuffix("."))
    }
  }

  /// Examples and tables are indented. Wrapped, they would be hard to read.
  @Test func indentedLinesFitIntoEightyColumns() {
    for configuration in Self.configurations {
      let lines = configuration.discussion.split(separator: "\n").filter { $0.hasPrefix("  ") }
      for line in lines { #expect(line.count < 80, "\(line)") }
    }
  }

  @Test(arguments: [60, 80, 120]) func linesFitIntoTerminal(columns: Int) {
    for command in Self.commands {
      let help = Midirec.helpText(
        wrapped: Midirec.helpMessage(for: command, columns: columns),
        unwrapped: Midirec.helpMessage(for: command, columns: 10_000), columns: columns)
      for line in help.split(separator: "\n") { #expect(line.count <= columns, "\(line)") }
    }
  }

  @Test func brokenLinesContinueInTheirLastColumn() {
    let text = """
      OVERVIEW: Do this and that

        a long example -o file  with a remark
        0   a short line
        12  a line that does not fit there

      USAGE: midirec x <file> [--in <port> ...] [<options>]

      OPTIONS:
      """
    let help = Midirec.helpText(wrapped: text, unwrapped: text, columns: 30)
    #expect(
      help == """
        OVERVIEW: Do this and that

          a long example -o file
              with a remark
          0   a short line
          12  a line that does not fit
              there

        USAGE: midirec x <file>
                   [--in <port> ...]
                   [<options>]

        OPTIONS:
        """)
  }
}
