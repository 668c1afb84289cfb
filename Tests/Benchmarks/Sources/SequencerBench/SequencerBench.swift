import ArgumentParser

/// The measuring instruments of `Scripts/bench sequencer`. They use only alsa-lib, so that an error of midirec can't hide
/// itself, but for the one that receives with the public interface; see `sequencer/instruments.py`.
@main
struct SequencerBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "SequencerBench",
    abstract: "Send numbered events, receive them, find them in a take.",
    subcommands: [Send.self, Receive.self, ReceiveInTask.self, ReadTake.self])
}
