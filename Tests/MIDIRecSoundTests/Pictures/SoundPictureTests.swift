import Foundation
import MIDIRecSound
import Testing

struct SoundPictureTests {
  private func buffer(_ samples: [Float]) throws -> AudioBuffer { try Tones.buffer(samples) }

  private func picture(
    _ expected: [Float], _ actual: [Float], frames: Range<Int>? = nil, columnCount: Int = 4
  ) throws -> SoundPicture {
    SoundPicture(
      expected: try buffer(expected), actual: try buffer(actual), frames: frames, columnCount: columnCount)
  }

  /// Quiet audio fills its lane like loud audio. The louder of both files sets their common scale, and the difference
  /// has its own.
  @Test func filesShareScaleAndDifferenceHasItsOwn() throws {
    let picture = try picture([0, 0.01, -0.02, 0.005], [0, 0.01, -0.02, 0.006])
    #expect(picture.expected.lows == [0, 64, -127, 32])
    #expect(picture.actual.highs == [0, 64, -127, 38])
    #expect(picture.difference.highs == [0, 0, 0, 127])
  }

  @Test func louderFileFillsItsLane() throws {
    let picture = try picture([0, 0.25, 0, 0], [0, 0.5, -1, 0])
    #expect(picture.expected.highs == [0, 32, 0, 0])
    #expect(picture.actual.highs == [0, 64, -127, 0])
  }

  @Test func columnSpansLowestToHighestSample() throws {
    let picture = try picture([0.5, -1, 0.25, 0.125], [0, 0, 0, 0], columnCount: 2)
    #expect(picture.columnCount == 2)
    #expect(picture.expected.lows == [-127, 16])
    #expect(picture.expected.highs == [64, 32])
    #expect(picture.actual.lows == [0, 0])
  }

  @Test func onlyDrawnFramesSetScale() throws {
    let picture = try picture([1, 1, 0.1, 0.05], [0, 0, 0, 0], frames: 2..<4, columnCount: 2)
    #expect(picture.frames == 2..<4)
    #expect(picture.expected.highs == [127, 64])
  }

  @Test(
    arguments: [[0, 0], [.infinity, .nan], [.greatestFiniteMagnitude, -.greatestFiniteMagnitude]] as [[Float]]
  )
  func anySamplesCanBeDrawn(samples: [Float]) throws {
    let picture = try picture(samples, samples.reversed(), columnCount: 2)
    let scale: Int8 = samples[0].isFinite && samples[0] > 0 ? 127 : 0
    #expect(picture.expected.highs == [scale, -scale])
    #expect(picture.difference.highs == [-scale, scale])
  }

  /// 1 kHz is in the band of its logarithm, at the level of full scale.
  @Test func fullScaleSineIsInItsBand() throws {
    let sine = Tones.sine(1000, loudness: 1, frameCount: Tones.rate)
    let picture = try picture(sine, sine, columnCount: 1)
    let levels = picture.expected.levels
    #expect(levels.count == SoundPicture.bandCount)
    let octaves = log2(SoundPicture.highestFrequency / SoundPicture.lowestFrequency)
    let band = Int(log2(1000 / SoundPicture.lowestFrequency) / octaves * Double(SoundPicture.bandCount))
    #expect(levels.max() == levels[band])
    #expect(levels[band] > 245)
    #expect(levels[band - 10] < 150)
    #expect(picture.difference.levels.allSatisfy { $0 == 0 })
  }

  /// 1 kHz is in one band with little beside it: the main lobe of the window is as wide as the band.
  @Test func fullScaleSineHasMaximumLevel() throws {
    let sine = Tones.sine(1000, loudness: 1, frameCount: Tones.rate)
    let highest = try #require(try picture(sine, sine, columnCount: 1).expected.levels.max())
    // Two steps are almost one decibel.
    #expect(highest >= 253)
  }

  /// A tenth of a second within a column of one second, and in one of two channels.
  @Test(arguments: [0, 7000, 14_000], [0, 1])
  func shortSoundIsVisibleInLongColumn(_ start: Int, _ channel: Int) throws {
    let silence = [Float](repeating: 0, count: Tones.rate)
    var channels = [silence, silence]
    let tone = Tones.sine(1000, loudness: 1, frameCount: 1600)
    channels[channel].replaceSubrange(start..<start + tone.count, with: tone)
    let sound = try #require(AudioBuffer(rate: Tones.rate, channels: channels))
    let levels = SoundPicture(expected: sound, actual: sound, columnCount: 1).expected.levels
    #expect(try #require(levels.max()) > 245)
  }
}
