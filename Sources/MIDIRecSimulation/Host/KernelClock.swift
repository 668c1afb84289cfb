internal import FoundationEssentials
internal import Glibc
internal import SystemPackage

/// The simulated clock of a machine, read from the memory of its kernel: the machine doesn't notice.
struct KernelClock {
  /// The kernel's variable `time_travel_time`: nanoseconds since the start.
  private static let symbol = "time_travel_time"

  private let memory: String
  private let address: UInt64

  /// Finds the clock of a running kernel, or returns `nil` if the program has no symbols.
  init?(process: Int32, program: FilePath) {
    guard let data = try? Data(contentsOf: URL(filePath: program.string), options: .alwaysMapped),
      let address = Self.address(of: Self.symbol, in: data)
    else { return nil }
    memory = "/proc/\(process)/mem"
    self.address = address
  }

  /// The simulated time since the machine's start in nanoseconds, or `nil` if it can't be read.
  var now: Int64? {
    let descriptor = unsafe open(memory, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var time: Int64 = 0
    return unsafe pread(descriptor, &time, 8, off_t(address)) == 8 ? time : nil
  }

  /// Returns the address of a symbol of a 64-bit ELF program (elf(5)), or `nil` if the program has no such symbol.
  ///
  /// Complexity: O(*n*), where *n* is the number of symbols.
  private static func address(of name: String, in program: Data) -> UInt64? {
    /// Returns the number in some bytes, LSB first, or zero beyond the end.
    func number(at offset: Int, size: Int) -> Int {
      guard offset >= 0, offset + size <= program.count else { return 0 }
      return (0..<size).reversed().reduce(0) { $0 << 8 | Int(program[program.startIndex + offset + $1]) }
    }
    let (table, size) = (number(at: 0x28, size: 8), number(at: 0x3a, size: 2))
    for index in 0..<number(at: 0x3c, size: 2) {
      let section = table + index * size
      let isSymbolTable = number(at: section + 4, size: 4) == 2
      guard isSymbolTable else { continue }
      let strings = number(at: table + number(at: section + 40, size: 4) * size + 24, size: 8)
      let (start, length) = (number(at: section + 24, size: 8), number(at: section + 32, size: 8))
      let wanted = Data((name + "\0").utf8)
      for symbol in stride(from: start, to: start + length, by: 24) {
        let string = strings + number(at: symbol, size: 4)
        guard string + wanted.count <= program.count else { continue }
        if program[string..<string + wanted.count] == wanted {
          return UInt64(number(at: symbol + 8, size: 8))
        }
      }
    }
    return nil
  }
}
