/// All processes of one run of a program: what it started, and what those started, wherever they went.
///
/// A process belongs to the run when it is in the program's session, when its parent belongs to it, or when it carries
/// the run's marker. So nothing gets away but a process that leaves session and parent behind and takes a new
/// environment, all before it is looked at for the first time.
struct ProcessTable {
  /// The program itself, which is the leader of a session of its own.
  let root: Int32
  private let marker: RunMarker
  /// Those that belonged to the run when it was last looked.
  private(set) var members: Set<Int32>
  /// Those that were looked at and don't belong to it, so that nobody's environment is read twice.
  private var strangers: Set<Int32> = []
  /// The newest process when it was last looked.
  private var newest: Int32?

  init(root: Int32, marker: RunMarker) {
    self.root = root
    self.marker = marker
    members = [root]
  }

  /// The number that a process or thread was given last; nothing where the kernel doesn't tell.
  static var newestNumber: Int32? {
    // Numbers are given in order, so that no other number can be new while this one stays.
    let bytes = ProcFile.bytes("/proc/sys/kernel/ns_last_pid")
    return bytes.flatMap { ProcFile.number($0.prefix { $0 != UInt8(ascii: "\n") }) }
  }

  /// Looks which processes there are.
  ///
  /// Complexity: O(*n*) for *n* processes on the machine; a process's own files are only read where it is new.
  mutating func refresh() {
    let number = Self.newestNumber
    defer { newest = number }
    let all = Set(ProcFile.numbers(in: "/proc") ?? [])
    members.formIntersection(all)
    strangers.formIntersection(all)
    if let newest, let number {
      // A number that was given again since belongs to another process.
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
    // Parents may have come to it by their markers.
    while judge(&unknown, reading: false) {}
    strangers.formUnion(unknown.map(\.id))
  }

  /// - Returns: Whether some of them belong to the run; they are no more among them then.
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

  /// Numbers begin anew after the greatest.
  private static func isNew(_ number: Int32, after old: Int32, upTo new: Int32) -> Bool {
    old <= new ? number > old && number <= new : number > old || number <= new
  }

  /// Those that run still, in the order of their numbers.
  var living: [ProcessEntry] {
    members.compactMap { ProcessEntry($0) }.filter { !$0.hasEnded }.sorted { $0.id < $1.id }
  }
}
