internal import ArgumentParser

/// `midirec ports`: what can be captured and played to, and names and ports of one's own.
struct Ports: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ports",
    abstract: "List the MIDI inputs and outputs that are there now.",
    discussion: """
      An input can be captured from, an output can be played to. Numbers change when things are plugged in; names \
      stay, and any part of one will do for --in and --out. An alias stands for one instrument whatever its number, \
      also among several of one make.

        midirec ports                                  what is there
        midirec ports --watch                          and what comes and goes
        midirec ports alias grid "LinnStrument MIDI"   a name of one's own
        midirec ports create "Test In 1" "Test In 2"   ports to test with
      """,
    subcommands: [PortsList.self, PortsAlias.self, PortsCreate.self], defaultSubcommand: PortsList.self)
}
