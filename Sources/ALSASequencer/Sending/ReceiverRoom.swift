internal import CALSA
internal import Glibc

/// What a client's input pool has room for.
///
/// It has to be asked before an event is sent: an event that finds the pool full is refused, and beside that the kernel
/// then clears all that waits in the pool, once the receiver reads.
struct ReceiverRoom {
  /// How many cells are free.
  let freeCells: Int
  /// How many cells there are; none where the receiver is a driver of the kernel, which has no pool.
  let cellCount: Int

  /// The kernel's structure (`snd_seq_client_pool`) as the 32-bit integers that it consists of.
  private enum Field {
    static let client = 0
    static let inputPool = 2
    static let inputFree = 5
    static let count = 22
  }

  /// `SNDRV_SEQ_IOCTL_GET_CLIENT_POOL`: alsa-lib's own call asks only for the pool of the client that asks.
  private static let request: UInt = 0xC058_534B

  /// Asks for the pool of a client.
  ///
  /// - Returns: Nothing when there is no such client.
  init?(of receiver: Int32, askedBy client: borrowing SequencerClient) {
    var fields = [Int32](repeating: 0, count: Field.count)
    fields[Field.client] = receiver
    guard unsafe ioctl(client.descriptor, Self.request, &fields) == 0 else { return nil }
    freeCells = Int(fields[Field.inputFree])
    cellCount = Int(fields[Field.inputPool])
  }

  /// What is left free for the kernel's own announcements, such as the end of the connection: one of these that finds the
  /// pool full clears it as well.
  private static let spareCells = 4

  /// Whether an event has room; one that is larger than the whole pool never has, and is let through to fail.
  func holds(bytesOfVariableLength count: Int) -> Bool {
    let cellSize = 28
    let needed = 1 + (count + cellSize - 1) / cellSize + Self.spareCells
    return freeCells >= needed || needed > cellCount
  }
}
