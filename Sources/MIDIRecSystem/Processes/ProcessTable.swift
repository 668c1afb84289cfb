/// All processes of one run of a program: the program, its children, and all their descendants.
///
/// A process belongs to the run if it is in the program's session, if its parent belongs to the run, or if it carries
/// the run's marker. A process can escape only if it leaves session and parent and replaces its environment before the
/// first scan.
package struct ProcessTable {
  /// The program itself, which is the leader of a session.
  private let root: Int32
  /// The entry of the environment that marks processes of the run, `NAME=VALUE`.
  private let marker: String
  /// The processes of the run at the last scan.
  package private(set) var members: Set<Int32>
  /// Processes known not to belong to the run, so that their environment is read only once.
  private var strangers: Set<Int32> = []
  /// The newest process at the last scan.
  private var newest: Int32?

  /// Creates the table of a run whose only process is the program itself.
  package init(root: Int32, marker: String) {
    self.root = root
    self.marker = marker
    members = [root]
  }

  /// Scans the processes.
  ///
  /// Complexity: O(*n*), where *n* is the number of processes on the machine. The files of known processes aren't read
  /// again.
  package mutating func refresh() {
    let all = Set(ProcessEntry.all)
    // IDs are assigned in order, so the processes above have at most this ID.
    let number = ProcessEntry.newest
    defer { newest = number }
    members.formIntersection(all)
    strangers.formIntersection(all)
    if let newest, let number {
      // A reused ID belongs to a different process.
      for process in members.union(strangers) where Self.isNew(process, after: newest, upTo: number) {
        if process != root { members.remove(process) }
        strangers.remove(process)
      }
    }
    var unknown = all.subtracting(members).subtracting(strangers).compactMap { ProcessEntry($0) }
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
        || reading && ProcessEntry.environment(of: entry.id, contains: marker)
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
  package var living: [ProcessEntry] {
    members.compactMap { ProcessEntry($0) }.filter { !$0.hasEnded }.sorted { $0.id < $1.id }
  }
}
