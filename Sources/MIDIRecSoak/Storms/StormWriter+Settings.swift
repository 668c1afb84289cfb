import MIDICore

// Controllers, parameters, and programs.
extension StormWriter {
  /// Writes values of a controller with 14 bits: MSB first, LSB first, or the LSB alone.
  mutating func fineControllers() {
    let channel = channel()
    let coarse: Controller = random.pick([.modulation, .breath, .foot, .volume, .pan, .expression])
    let fine = Controller(masking: coarse.rawValue + 32)
    let order = random.pick([[coarse, fine], [fine, coarse]])
    let step = step() / 4
    var value = random.below(16_384)
    for place in 0..<random.integer(in: 2...5) {
      for controller in random.chance(1, in: 4) ? [fine] : order {
        control(controller, controller == coarse ? value >> 7 : value & 127, on: channel, after: place * step)
      }
      value = (value + random.integer(in: 1...300)) % 16_384
    }
  }

  /// Writes values of RPNs or NRPNs in one of the dialects of instruments.
  ///
  /// They differ in the order of the selectors, in the LSB of the value, in increments, and in the null parameter.
  mutating func parameters(areRegistered: Bool) {
    let channel = channel()
    let (hasFineValue, endsWithNull) = (random.chance(1, in: 2), random.chance(1, in: 2))
    let isReversed = random.chance(1, in: 4)
    var delay = 0
    for _ in 0..<random.integer(in: 1...2) {
      // Bend range, fine and coarse tuning, tuning program and bank, modulation range; or settings of LinnStrument,
      // Roland, and others.
      let number =
        areRegistered
        ? random.pick([0, 1, 2, 3, 4, 5])
        : random.pick([36, 137, 227, 245, 1 << 7 | 8, random.below(16_383)])
      let parameter = ParameterNumber(isRegistered: areRegistered, number: UInt14(clamping: number))
      select(parameter, isReversed: isReversed, on: channel, after: delay)
      control(.dataEntry, random.below(128), on: channel, after: delay)
      if hasFineValue { control(.dataEntryLeastSignificant, random.below(128), on: channel, after: delay) }
      if random.chance(1, in: 3) {
        let controller: Controller = random.pick([.dataIncrement, .dataDecrement])
        for _ in 0..<random.integer(in: 1...3) {
          delay += 1000
          control(controller, random.pick([0, 127]), on: channel, after: delay)
        }
      }
      if endsWithNull { select(.null, isReversed: isReversed, on: channel, after: delay) }
      delay += step() / 2
    }
  }

  private mutating func select(
    _ parameter: ParameterNumber, isReversed: Bool, on channel: Channel, after delay: Int
  ) {
    let selection = parameter.selection
    for (controller, value) in isReversed ? selection.reversed() : selection {
      control(controller, Int(value), on: channel, after: delay)
    }
  }

  /// Writes a program change after a bank select of both parts, of one, or of none.
  mutating func banks(on channel: Channel? = nil, after delay: Int = 0) {
    let channel = channel ?? self.channel()
    let parts: [[Controller]] = [
      [.bankSelect, .bankSelectLeastSignificant], [.bankSelect], [.bankSelectLeastSignificant],
    ]
    for part in random.pick(parts) {
      control(part, random.pick([0, 1, 121, 127, random.below(128)]), on: channel, after: delay)
    }
    program(on: channel, after: delay)
  }

  /// Writes a program change while a note of the channel is held.
  mutating func programsWhileHeld() {
    let (delay, channel) = whileNotesSound()
    if random.chance(1, in: 2) {
      banks(on: channel, after: delay)
    } else {
      program(on: channel, after: delay)
    }
  }

  /// Switches the local control off and on again.
  mutating func localControl() {
    let channel = channel()
    control(.localControl, 0, on: channel)
    control(.localControl, 127, on: channel, after: step())
  }

  /// Writes controllers that the specification doesn't define, and data entry for no parameter.
  mutating func undefinedControllers() {
    let channel = channel()
    for _ in 0..<random.integer(in: 1...4) {
      let controller: Controller = random.pick([3, 9, 14, 20, 31, 35, 63, 85, 90, 102, 119])
      control(controller, random.below(128), on: channel, after: random.below(1000))
    }
    let (null, delay) = (ParameterNumber.null, 1000)
    if random.chance(1, in: 2) { select(null, isReversed: false, on: channel, after: delay) }
    control(
      random.pick([.dataEntry, .dataEntryLeastSignificant, .dataIncrement]), random.below(128), on: channel,
      after: delay)
  }
}

// Messages that end notes or release controllers while notes are held.
extension StormWriter {
  /// Writes "all notes off" or "all sound off", on a channel with notes or on all channels.
  mutating func silence(_ controller: Controller) {
    let (delay, channel) = whileNotesSound()
    for channel in random.chance(1, in: 3) ? channels : [channel] {
      control(controller, 0, on: channel, after: delay)
    }
  }

  /// Writes "reset all controllers" while the pedal is down, the pitch bent, and pressure applied.
  mutating func resetControllers() {
    let (delay, channel) = whileNotesSound()
    control(.sustain, 127, on: channel)
    bend(random.below(16_384), on: channel)
    let level = random.integer(in: 1...127)
    pressure(level, on: channel)
    control(.resetAllControllers, 0, on: channel, after: delay)
    // The player releases them later, or the instrument sends no message that changes nothing.
    if level.isMultiple(of: 2) { return }
    let end = delay + step()
    pressure(0, on: channel, after: end)
    bend(8192, on: channel, after: end)
    control(.sustain, 0, on: channel, after: end)
  }

  /// Switches omni off and on, or mono and poly, while notes are held. Each switch ends the notes of its channel.
  mutating func modes() {
    let (delay, channel) = whileNotesSound()
    let isOmni = random.chance(1, in: 2)
    control(isOmni ? 124 : 126, isOmni ? 0 : random.pick([0, 1]), on: channel, after: delay)
    control(isOmni ? 125 : 127, 0, on: channel, after: delay + step())
  }

  /// Writes a system reset while notes are held.
  mutating func systemReset() {
    write(.systemReset, after: whileNotesSound().delay)
    zone = nil
  }

  /// Waits for the last release, and then for 1 to 3 seconds.
  mutating func pause() {
    if events.isEmpty { keyboardLine() }
    waitForEnd(andFor: random.integer(in: 1_000_000...3_000_000))
    keyboardLine()
  }

  /// Writes note-offs of a key that hasn't been played, if there is one.
  mutating func strayNoteOffs() {
    let channel = channel()
    let key = freeKey(middleKey(), on: channel, after: -now)
    for _ in 0..<random.integer(in: 1...2) {
      write(.noteOff(channel: channel, note: NoteNumber(clamping: key), velocity: 64))
    }
  }

  /// Writes a key that starts twice and ends once, and then a panic.
  mutating func unendedNotes() {
    let channel = channel()
    let key = freeKey(middleKey(), on: channel)
    let length = max(step(), 2000)
    write(.noteOn(channel: channel, note: NoteNumber(clamping: key), velocity: 64))
    note(key, on: channel, after: length / 2, lasting: length)
    control(random.pick([.allNotesOff, .allSoundOff]), 0, on: channel, after: length * 2)
  }
}
