import Testing

@testable import ALSASequencer

@Suite struct PoolStatisticsTests {
  /// The output of kernel 6.1, with a client whose name imitates a different one.
  private let text = """
    Client info
      cur  clients : 4
      peak clients : 4
      max  clients : 192

    Client   0 : "System" [Kernel Legacy]
      Port   0 : "Timer" (Rwe-)
    Client 128 : "Client 129 : x" [User Legacy]
      Port   0 : "Input pool :" (-we-)
        Connected From: 14:0
      Output pool :
        Pool size          : 500
        Cells in use       : 1
        Peak cells in use  : 2
        Alloc success      : 3
        Alloc failures     : 4
      Input pool :
        Pool size          : 2000
        Cells in use       : 12
        Peak cells in use  : 2000
        Alloc success      : 93870
        Alloc failures     : 6130
    Client 129 : "midirec" [User Legacy]
      Input pool :
        Pool size          : 200
        Cells in use       : 0
        Peak cells in use  : 4
        Alloc success      : 9
        Alloc failures     : 0
    """

  @Test func inputPoolOfClientIsFound() {
    #expect(
      PoolStatistics(.input, ofClient: 128, in: text)
        == PoolStatistics(usedCount: 12, successCount: 93870, failureCount: 6130))
    #expect(
      PoolStatistics(.input, ofClient: 129, in: text)
        == PoolStatistics(usedCount: 0, successCount: 9, failureCount: 0))
  }

  @Test func outputPoolOfClientIsFoundIfItExists() {
    #expect(
      PoolStatistics(.output, ofClient: 128, in: text)
        == PoolStatistics(usedCount: 1, successCount: 3, failureCount: 4))
    #expect(PoolStatistics(.output, ofClient: 129, in: text) == nil)
  }

  @Test func clientWithoutPoolHasNoStatistics() {
    #expect(PoolStatistics(.input, ofClient: 0, in: text) == nil)
    #expect(PoolStatistics(.input, ofClient: 130, in: text) == nil)
    #expect(PoolStatistics(.input, ofClient: 128, in: "") == nil)
  }

  @Test(arguments: [(0, 1), (1, 2), (28, 2), (29, 3), (256, 11)])
  func eventNeedsOneCellAndOnePer28Bytes(length: Int, cells: Int) {
    #expect(PoolStatistics.cellCount(carrying: length) == cells)
  }
}
