package import FontCatalog
internal import Synth

/// A preset or a favorite as JSON. A favorite has settings.
package struct PresetDocument: Encodable {
  var font: String
  var bank: Int
  var program: Int
  var name: String
  var originalName: String
  var kind: String
  var isActive: Bool
  var settings: SettingsDocument?

  package init(_ preset: CatalogPreset) {
    font = preset.fontName
    bank = preset.number.bank
    program = preset.number.program
    name = preset.name
    originalName = preset.originalName
    kind = preset.kind.rawValue
    isActive = preset.isActive
    settings = preset.settings.map { SettingsDocument($0) }
  }
}

/// The settings of a favorite as JSON. Without reverb or chorus, the synthesizer's defaults apply.
struct SettingsDocument: Encodable {
  struct ReverbDocument: Encodable {
    var roomSize: Double
    var damping: Double
    var width: Double
    var level: Double
  }

  struct ChorusDocument: Encodable {
    var voiceCount: Int
    var level: Double
    var speed: Double
    var depth: Double
  }

  var gain: Double
  var pan: Double
  var tuning: Double
  var pitchBendRange: Int
  var lowestKey: Int
  var reverb: ReverbDocument?
  var chorus: ChorusDocument?

  init(_ settings: PresetSettings) {
    gain = settings.gain
    pan = settings.pan
    tuning = settings.tuning
    pitchBendRange = settings.pitchBendRange
    lowestKey = settings.lowestKey
    reverb = settings.reverb.map {
      ReverbDocument(roomSize: $0.roomSize, damping: $0.damping, width: $0.width, level: $0.level)
    }
    chorus = settings.chorus.map {
      ChorusDocument(voiceCount: $0.voiceCount, level: $0.level, speed: $0.speed, depth: $0.depth)
    }
  }
}
