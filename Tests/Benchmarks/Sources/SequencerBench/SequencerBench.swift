import ArgumentParser

/// The measuring instruments of `Scripts/bench sequencer`. They use only alsa-lib, so that an error of midirec can't
/// hide itself; see `sequencer/instruments.py`.
@main
struct SequencerBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "SequencerBench",
    abstract: "Send numbered events, receive them, find them in a take.",
    subcommands: [Send.self, Receive.self, ReadTake.self])
}
