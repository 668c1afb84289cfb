/// What a thread that is off its processor waits in: `/proc/N/task/N/syscall` (proc(5)).
enum ThreadCall: Hashable {
  /// It isn't off its processor, or wasn't for a moment.
  case running
  /// In a pause that ends by itself: it waits for nothing but time.
  case pause
  /// It writes: what it writes to has no room.
  case write
  /// In another call, or nobody may know.
  case other

  init(of thread: ThreadPath) {
    guard let bytes = ProcFile.bytes(thread.file("syscall")) else {
      // It has ended, or belongs to somebody who doesn't want it to be known.
      self = .other
      return
    }
    self.init(words: bytes.split { $0 <= UInt8(ascii: " ") })
  }

  /// The call's number, and its arguments in hexadecimal digits.
  private init(words: [ArraySlice<UInt8>]) {
    guard let word = words.first, let number = ProcFile.number(word) else {
      // "running", or -1 for one that is in no call.
      self = .running
      return
    }
    func isZero(_ argument: Int) -> Bool {
      guard words.count > argument else { return false }
      return words[argument].elementsEqual("0x0".utf8)
    }
    let isPause =
      switch number {
      case PauseCall.nanosleep, PauseCall.clockNanosleep: true
      // A number of descriptors, and a time.
      case PauseCall.select: isZero(1) && !isZero(5)
      case PauseCall.pselect6: isZero(1) && !isZero(5)
      case PauseCall.poll: isZero(2) && !Self.isNegative(words, 3)
      case PauseCall.ppoll: isZero(2) && !isZero(3)
      default: false
      }
    self = isPause ? .pause : WriteCall.all.contains(number) ? .write : .other
  }

  /// Whether an argument of 32 bits is below zero: as long as it takes.
  private static func isNegative(_ words: [ArraySlice<UInt8>], _ argument: Int) -> Bool {
    guard words.count > argument else { return false }
    let digits = words[argument].dropFirst(2)
    let value = UInt64(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
    return Int32(truncatingIfNeeded: value) < 0
  }
}

/// The numbers of system calls by which a thread writes to a pipe or a socket.
private enum WriteCall {
  #if arch(x86_64)
    // write, writev, sendto, sendmsg, splice, tee, vmsplice, sendfile
    static let all: Set<Int32> = [1, 20, 44, 46, 275, 276, 278, 40]
  #else
    static let all: Set<Int32> = [64, 66, 206, 211, 76, 77, 75, 71]
  #endif
}

/// The numbers of system calls by which a thread pauses.
private enum PauseCall {
  #if arch(x86_64)
    // arch/x86/entry/syscalls/syscall_64.tbl in the kernel.
    static let nanosleep: Int32 = 35
    static let clockNanosleep: Int32 = 230
    static let select: Int32 = 23
    static let pselect6: Int32 = 270
    static let poll: Int32 = 7
    static let ppoll: Int32 = 271
  #else
    // include/uapi/asm-generic/unistd.h in the kernel, which has no select and no poll.
    static let nanosleep: Int32 = 101
    static let clockNanosleep: Int32 = 115
    static let select: Int32 = -2
    static let pselect6: Int32 = 72
    static let poll: Int32 = -3
    static let ppoll: Int32 = 73
  #endif
}
