import Foundation
import MIDIRecSystem
import Testing

/// The ways in which programs end.
@Suite struct ProgramEndTests {
  @Test(arguments: [
    (ProgramEnd.exit(0), 0 as Int32, "with status 0"), (.exit(3), 3, "with status 3"),
    (.signal(SIGABRT), 134, "by signal 6 (Aborted)"),
  ]) func endHasShellStatusAndDescription(end: ProgramEnd, status: Int32, description: String) {
    #expect(end.status == status)
    #expect(end.description == description)
  }

  @Test(arguments: [
    (0 as Int32, ProgramEnd.exit(0)), (0x0300, .exit(3)), (0xFF00, .exit(255)), (6, .signal(6)),
    (0x86, .signal(6)),
  ]) func waitStatusIsDecoded(status: Int32, end: ProgramEnd) {
    #expect(ProgramEnd(waitStatus: status) == end)
  }
}
