internal import GRDB
internal import MIDIRecSynth

extension PresetSettings {
  /// Reads the settings of a preset that has some.
  init(_ row: Row) throws {
    self.init()
    gain = try row.decode(forColumn: "gain")
    pan = try row.decode(forColumn: "pan")
    tuning = try row.decode(forColumn: "tuning")
    pitchBendRange = try row.decode(forColumn: "pitchBendRange")
    lowestKey = try row.decode(forColumn: "lowestKey")
    if let level: Double = try row.decode(forColumn: "reverbLevel") {
      var reverb = Reverb()
      reverb.level = level
      reverb.roomSize = try row.decode(forColumn: "reverbRoomSize") ?? reverb.roomSize
      reverb.damping = try row.decode(forColumn: "reverbDamping") ?? reverb.damping
      reverb.width = try row.decode(forColumn: "reverbWidth") ?? reverb.width
      self.reverb = reverb
    }
    if let level: Double = try row.decode(forColumn: "chorusLevel") {
      var chorus = Chorus()
      chorus.level = level
      chorus.voiceCount = try row.decode(forColumn: "chorusVoiceCount") ?? chorus.voiceCount
      chorus.speed = try row.decode(forColumn: "chorusSpeed") ?? chorus.speed
      chorus.depth = try row.decode(forColumn: "chorusDepth") ?? chorus.depth
      self.chorus = chorus
    }
  }

  /// Stores the settings for a preset, and replaces earlier ones.
  func store(for preset: Int64, in database: Database) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO presetSettings (presetID, gain, pan, tuning, pitchBendRange, lowestKey,
          reverbRoomSize, reverbDamping, reverbWidth, reverbLevel,
          chorusVoiceCount, chorusLevel, chorusSpeed, chorusDepth)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        preset, gain, pan, tuning, pitchBendRange, lowestKey,
        reverb?.roomSize, reverb?.damping, reverb?.width, reverb?.level,
        chorus?.voiceCount, chorus?.level, chorus?.speed, chorus?.depth,
      ])
  }
}
