internal import CFluidSynth
internal import MIDICore
internal import MIDIRecSound

/// Sends messages when FluidSynth's own player does: after the start of a block, so that they are audible with the
/// next.
///
/// FluidSynth calls its player while it renders a block, and has no other callback there. So this is a player of a
/// piece without events whose ticks are milliseconds; it receives each new tick.
@safe final class PlayerTickCallback {
  private var player: OpaquePointer?
  private let input: SynthInput
  /// The messages that wait to be sent.
  private var messages: [Message] = []

  /// Creates a player that starts at once.
  ///
  /// - Throws: `SoundError` if there is not enough memory.
  init(_ synth: borrowing Synth) throws(SoundError) {
    guard let player = unsafe new_fluid_player(synth.handle) else {
      throw SoundError(.inputOutput, nil, "FluidSynth can't create a player")
    }
    unsafe self.player = unsafe player
    input = synth.input
    let piece = Self.piece
    unsafe fluid_player_add_mem(player, piece, piece.count)
    unsafe fluid_player_set_tick_callback(
      player,
      { data, _ in
        guard let data = unsafe data else { return FLUID_OK }
        let callback = unsafe Unmanaged<PlayerTickCallback>.fromOpaque(data).takeUnretainedValue()
        for message in callback.messages { callback.input.send(message) }
        callback.messages.removeAll(keepingCapacity: true)
        return FLUID_OK
      }, unsafe Unmanaged.passUnretained(self).toOpaque())
    unsafe fluid_player_play(player)
  }

  deinit { close() }

  /// Ends the player, which must happen before its synth ends.
  func close() {
    guard let player = unsafe player else { return }
    unsafe self.player = nil
    unsafe delete_fluid_player(player)
  }

  /// Queues a message for the next block of a new millisecond.
  func send(_ message: Message) { messages.append(message) }

  /// One track with one tempo, a quarter note of 1,000 ticks per second, that ends after three days.
  private static let piece: [UInt8] = [
    0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0x03, 0xE8,
    0x4D, 0x54, 0x72, 0x6B, 0, 0, 0, 14, 0, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF,
    0x2F, 0,
  ]
}
