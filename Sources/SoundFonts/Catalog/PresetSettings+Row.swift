internal import GRDB

extension PresetSettings {
  /// Reads the settings of a preset that has some.
  init(_ row: Row) {
    self.init()
    gain = row["gain"]
    pan = row["pan"]
    tuning = row["tuning"]
    pitchBendRange = row["pitchBendRange"]
    lowestKey = row["lowestKey"]
    if let level = row["reverbLevel"] as Double? {
      var reverb = Reverb()
      reverb.level = level
      reverb.roomSize = row["reverbRoomSize"] ?? reverb.roomSize
      reverb.damping = row["reverbDamping"] ?? reverb.damping
      reverb.width = row["reverbWidth"] ?? reverb.width
      self.reverb = reverb
    }
    if let level = row["chorusLevel"] as Double? {
      var chorus = Chorus()
      chorus.level = level
      chorus.voiceCount = row["chorusVoiceCount"] ?? chorus.voiceCount
      chorus.speed = row["chorusSpeed"] ?? chorus.speed
      chorus.depth = row["chorusDepth"] ?? chorus.depth
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
