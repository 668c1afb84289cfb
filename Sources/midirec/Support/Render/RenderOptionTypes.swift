internal import ArgumentParser
public import Sound
public import SoundFonts

/// Whether something is heard.
enum Switch: String, ExpressibleByArgument, CaseIterable {
  case on
  case off
}

extension AudioFormat: ExpressibleByArgument {}
extension Stem.Kind: ExpressibleByArgument {}
extension SynthRenderer.Timing: ExpressibleByArgument {}
