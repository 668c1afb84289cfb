import ALSASequencer
import Console
import FontCatalog
import MIDICore
import MIDIRecSynth

/// Plays incoming MIDI with a SoundFont: `SoundFonts [FILE]`. Instruments connect with the port `Sound Fonts`. The audio
/// goes to the sound card, or to a WAV file.
@main struct SoundFonts {
  static func main() async {
    let output = CommandLine.arguments.dropFirst().first.map { LiveSynth.Output.file($0) }
    await Console.run { try await play(to: output ?? .driver(nil)) }
  }

  private enum Event {
    case line(String)
    case arrival(Sequencer.Input.Event)
  }

  private static func play(to output: LiveSynth.Output) async throws {
    let catalog = try FontCatalog.ofUser()
    var sound = Sound()
    var synth = try LiveSynth.open(sound.choice(in: catalog), output: output)
    var sounding = ReleaseTracker()
    let input = try Sequencer(name: "Sound Fonts").virtualInput("Sound Fonts")
    let (events, sink) = AsyncStream.makeStream(of: Event.self)
    let reading = Console.pass(input, to: sink) { .arrival($0) }
    let typing = Console.pass(Console.lines, to: sink) { .line($0) }
    defer {
      reading.cancel()
      typing.cancel()
    }
    print(
      "Commands: fonts, presets WORD, font NAME, preset NAME, reverb 0...1, chorus 0...10, gain DECIBELS, quit"
    )
    for await event in events {
      switch event {
      case .line("quit"): return
      case .line("fonts"): for font in try catalog.fonts() { print(font.name, font.state.rawValue) }
      case .line(let line) where line.hasPrefix("presets "):
        var selection = FontCatalog.PresetSelection()
        selection.search = String(line.dropFirst("presets ".count))
        for preset in try catalog.presets(selection).presets {
          print(preset.fontName, preset.number, preset.name)
        }
      case .line(let line):
        var next = sound
        guard next.obey(line) else { print("unknown command"); continue }
        do {
          synth = try LiveSynth.open(next.choice(in: catalog), output: output)
          (sound, sounding) = (next, ReleaseTracker())
        } catch {
          print(error)
        }
      case .arrival(.message(let message, _, _)):
        synth.send(message)
        sounding.apply(message)
        for missing in synth.takeSubstitutions() { print(missing.text) }
      case .arrival(.lost):
        // The ends of notes may be among the lost messages.
        sounding.releaseMessages.forEach { synth.send($0) }
      case .arrival(.connected), .arrival(.disconnected), .arrival(.refused): break
      }
    }
  }
}
