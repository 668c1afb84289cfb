import FontCatalog
import Foundation
import MIDIRecSynth
import Testing

@testable import SoundFonts

@Suite struct SoundFontsTests {
  @Test func commandsChangeSound() {
    var sound = Sound()
    for command in ["font TimGM6mb", "preset Grand", "reverb 0.5", "chorus 0", "gain -3.5"] {
      let isCommand = sound.obey(command)
      #expect(isCommand)
    }
    var settings = PresetSettings()
    (settings.reverb, settings.chorus, settings.gain) = (Reverb(level: 0.5), Chorus(level: 0), -3.5)
    #expect(sound == Sound(font: "TimGM6mb", preset: "Grand", settings: settings))
    _ = sound.obey("font Other")
    #expect(sound.preset == nil)
  }

  @Test(arguments: ["", "font", "reverb", "reverb much", "volume 3"])
  func wrongCommandChangesNothing(command: String) {
    var sound = Sound()
    let isCommand = sound.obey(command)
    #expect(!isCommand)
    #expect(sound == Sound())
  }

  @Test func presetOfBuiltInFontIsFound() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let sound = Sound(preset: "church organ")
    #expect(try sound.choice(in: FontCatalog(in: folder)).preset == PresetNumber("0:19"))
  }
}
