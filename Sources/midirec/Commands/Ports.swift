internal import ArgumentParser

/// The command `midirec ports`.
struct Ports: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ports",
    abstract: "List MIDI inputs and outputs, name them, or create some",
    discussion: """
      midirec captures from inputs and plays to outputs. Port numbers change when devices reconnect; names don't. \
      --in and --out accept any part of a name. An alias identifies one instrument under any number, even among \
      several of the same model.

        midirec ports                                  list all ports
        midirec ports --watch                          also report changes
        midirec ports alias grid "LinnStrument MIDI"   create an alias
        midirec ports create "Test In 1" "Test In 2"   open virtual ports
      """,
    subcommands: [PortsList.self, PortsAlias.self, PortsCreate.self], defaultSubcommand: PortsList.self)
}
