internal import System

/// All processes of one run of a program: the program, its children, and all their descendants.
///
/// A process belongs to the run if it is in the program's session, if its parent belongs to the run, or if it carries
/// the run's marker. A process can escape only if it leaves session and parent and replaces its environment before the
/// first scan.
struct ProcessTable {
  /// The program itself, which is the leader of a session.
  let root: Int32
  private let marker: RunMarker
  /// The processes of the run at the last scan.
  private(set) var members: Set<Int32>
  /// Processes known not to belong to the run, so that their environment is read only once.
  private var strangers: Set<Int32> = []
  /// The newest process at the last scan.
  private var newest: Int32?

  init(root: Int32, marker: RunMarker) {
    self.root = root
    self.marker = marker
    members = [root]
  }

  /// The most recently assigned process or thread ID, or `nil` if the kernel doesn't provide it.
  static var newestNumber: Int32? {
    // IDs are assigned in order, so there is no new process while this ID stays the same.
    let bytes = ProcFile.bytes("/proc/sys/kernel/ns_last_pid")
    return bytes.flatMap { ProcFile.number($0.prefix { $0 != UInt8(ascii: "\n") }) }
  }

  /// Scans the processes.
  ///
  /// Complexity: O(*n*), where *n* is the number of processes on the machine. The files of known processes aren't read
  /// again.
  mutating func refresh() {
    let number = Self.newestNumber
    defer { newest = number }
    let all = Set(ProcFile.numbers(in: "/proc") ?? [])
    members.formIntersection(all)
    strangers.formIntersection(all)
    if let newest, let number {
      // A reused ID belongs to a different process.
      for process in members.union(strangers) where Self.isNew(process, after: newest, upTo: number) {
        if process != root { members.remove(process) }
        strangers.remove(process)
      }
    }
    var unknown: [ProcessEntry] = []
    for process in all.subtracting(members).subtracting(strangers) {
      if let entry = ProcessEntry(process) { unknown.append(entry) }
    }
    judge(&unknown)
    // Repeat, because a parent may have been recognized by its marker.
    while judge(&unknown, reading: false) {}
    strangers.formUnion(unknown.map(\.id))
  }

  /// Moves processes of the run from `unknown` to the members.
  ///
  /// - Returns: `true` if there were any.
  @discardableResult
  private mutating func judge(_ unknown: inout [ProcessEntry], reading: Bool = true) -> Bool {
    let old = unknown.count
    unknown.removeAll { entry in
      let belongs =
        entry.session == root || members.contains(entry.parent)
        || reading && marker.isCarried(by: entry.id)
      if belongs { members.insert(entry.id) }
      return belongs
    }
    return unknown.count < old
  }

  /// Returns whether an ID was assigned between two others. IDs wrap around after the maximum.
  private static func isNew(_ number: Int32, after old: Int32, upTo new: Int32) -> Bool {
    old <= new ? number > old && number <= new : number > old || number <= new
  }

  /// The running processes in order of their IDs.
  var living: [ProcessEntry] {
    members.compactMap { ProcessEntry($0) }.filter { !$0.hasEnded }.sorted { $0.id < $1.id }
  }
}
