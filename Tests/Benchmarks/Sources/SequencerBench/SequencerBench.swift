import ArgumentParser

/// The instruments that `Scripts/bench sequencer` measures with. They speak to the sequencer through alsa-lib alone, so
/// that a fault of midirec's can't hide itself; see `sequencer/instruments.py` for how they are used.
@main
struct SequencerBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "SequencerBench",
    abstract: "Send numbered events, receive them, find them in a take.",
    subcommands: [Send.self, Receive.self, ReadTake.self])
}
