internal import CFluidSynth
internal import MIDICore

/// Sends messages when FluidSynth's own player does: after the start of a block, so that they are audible with the
/// next.
///
/// FluidSynth calls its player while it renders a block, and has no other callback there. So this is a player of a
/// piece without events whose ticks are milliseconds; it receives each new tick.
@safe final class PlayerTickCallback {
  private var player: OpaquePointer?
  /// The queue, which FluidSynth knows by its address.
  private let queue: Queue

  /// The messages that wait to be sent.
  private final class Queue {
    let sender: SynthInput
    var messages: [Message] = []

    init(_ sender: SynthInput) { self.sender = sender }
  }

  /// Creates a player that starts at once.
  ///
  /// - Throws: ``SoundFontError`` if there is not enough memory.
  init(_ synth: borrowing Synth) throws(SoundFontError) {
    guard let player = unsafe new_fluid_player(synth.handle) else {
      throw SoundFontError(.inputOutput, nil, "FluidSynth can't create a player")
    }
    unsafe self.player = unsafe player
    queue = Queue(synth.sender)
    let piece = Self.piece
    unsafe fluid_player_add_mem(player, piece, piece.count)
    unsafe fluid_player_set_tick_callback(
      player,
      { data, _ in
        guard let data = unsafe data else { return FLUID_OK }
        let queue = unsafe Unmanaged<Queue>.fromOpaque(data).takeUnretainedValue()
        for message in queue.messages { queue.sender.send(message) }
        queue.messages.removeAll(keepingCapacity: true)
        return FLUID_OK
      }, unsafe Unmanaged.passUnretained(queue).toOpaque())
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
  func send(_ message: Message) { queue.messages.append(message) }

  /// One track with one tempo, a quarter note of 1,000 ticks per second, that ends after three days.
  private static let piece: [UInt8] = [
    0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0x03, 0xE8,
    0x4D, 0x54, 0x72, 0x6B, 0, 0, 0, 14, 0, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF,
    0x2F, 0,
  ]
}
