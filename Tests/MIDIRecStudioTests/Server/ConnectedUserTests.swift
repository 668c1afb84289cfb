import Testing

@testable import MIDIRecStudio

struct ConnectedUserTests {
  /// A connection of user 1000 from port 40000 to port 8080, its other end, and connections of others.
  private static let list = """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 100 1
       1: 0100007F:9C40 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000        0 101 1
       2: 0100007F:1F90 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 102 1
       3: 0200007F:9C40 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 103 1
       4: 0100007F:9C41 0100007F:1F90 04 00000000:00000000 00:00000000 00000000     0        0 0 3
       5: 0000000000000000FFFF00000100007F:9C42 0000000000000000FFFF00000100007F:1F90 01 0:0 0:0 0 7 0 104 1
    """

  private func place(_ address: String, _ port: Int) throws -> String {
    try #require(ConnectedUser.place(of: address, port))
  }

  @Test func addressesAreWrittenAsTheKernelDoes() throws {
    #expect(try place("127.0.0.1", 8080) == "0100007F:1F90")
    #expect(try place("127.0.0.2", 80) == "0200007F:0050")
    for address in ["::1", "127.0.0", "127.0.0.256"] { #expect(ConnectedUser.place(of: address, 80) == nil) }
  }

  @Test(
    arguments: [
      ("127.0.0.1", 40000, 1000), ("127.0.0.2", 40000, 1001), ("127.0.0.1", 40002, 7),
      ("127.0.0.1", 40001, nil),
      ("127.0.0.3", 40000, nil), ("127.0.0.1", 40003, nil),
    ] as [(String, Int, UInt32?)])
  func socketHasAUserUntilItsProgramClosesIt(address: String, port: Int, user: UInt32?) throws {
    let found = ConnectedUser.userID(
      from: try place(address, port), to: try place("127.0.0.1", 8080), in: Self.list)
    #expect(found == user)
  }
}
