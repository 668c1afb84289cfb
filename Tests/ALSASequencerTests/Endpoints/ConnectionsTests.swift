import MIDICore
import Testing

@testable import ALSASequencer

/// The consequences of single announcements. ``ConnectionsPropertyTests`` has random orders of many.
@Suite struct ConnectionsTests {
  private static let keys = Endpoint.program(20, "Keys", "out")
  private static let pads = Endpoint.program(24, "Pads", "out")
  private static let moved = Endpoint.program(28, "Keys", "out")

  /// Returns the state of a port that is connected with both endpoints.
  private func connected() -> Connections {
    Connections(connectedWith: [Self.keys, Self.pads], .input)
  }

  private func seconds(_ count: Int64) -> Nanoseconds { .seconds(count) }

  @Test func startIsNotReported() {
    var connections = connected()
    #expect(connections.located.isEmpty)
    #expect(connections.locate(in: [Self.keys, Self.pads]).isEmpty)
    #expect(connections.endpoint(of: 0) == Self.keys)
    #expect(connections.peer(at: Self.pads.address) == 1)
    #expect(connections.addresses == [Self.keys.address, Self.pads.address])
  }

  @Test func absentPeerIsLocatedWhenItAppears() throws {
    let query = try #require(EndpointQuery("keys"))
    var connections = Connections([TrackedEndpoint(.query(query), direction: .input)])
    #expect(connections.located.isEmpty)
    #expect(connections.locate(in: [Self.pads]).isEmpty)
    let located = connections.locate(in: [Self.pads, Self.keys])
    #expect(located.map(\.endpoint) == [Self.keys])
    // A failed connection is tried again.
    #expect(connections.locate(in: [Self.pads, Self.keys]).map(\.endpoint) == [Self.keys])
    connections.recordConnection(0, as: Self.keys)
    #expect(connections.locate(in: [Self.pads, Self.keys]).isEmpty)
    #expect(
      connections.began(with: Self.keys.address, at: seconds(1))
        == [.back(peer: 0, as: Self.keys, at: seconds(1))])
  }

  @Test func removedConnectionIsLocatedOnRequest() {
    var connections = connected()
    connections.retry(0)
    #expect(connections.located.isEmpty)
    _ = connections.ended(with: Self.keys.address, at: seconds(1))
    #expect(connections.locate(in: [Self.keys, Self.pads]).isEmpty)
    connections.retry(0)
    #expect(connections.locate(in: [Self.keys, Self.pads]).map(\.endpoint) == [Self.keys])
    connections.recordConnection(0, as: Self.keys)
    connections.retry(0)
    #expect(connections.located.isEmpty)
    #expect(
      connections.began(with: Self.keys.address, at: seconds(2))
        == [.back(peer: 0, as: Self.keys, at: seconds(2))])
  }

  @Test func restoredConnectionIsNotLocated() {
    var connections = connected()
    _ = connections.ended(with: Self.keys.address, at: seconds(1))
    connections.retry(0)
    _ = connections.began(with: Self.keys.address, at: seconds(2))
    #expect(connections.located.isEmpty)
  }

  @Test func replugIsReportedInOrderOfThePortsEvents() {
    var connections = connected()
    // The list is ahead of the events.
    let located = connections.locate(in: [Self.pads, Self.moved])
    #expect(located.map(\.peer) == [0])
    connections.recordConnection(0, as: Self.moved)
    #expect(connections.endpoint(of: 0) == Self.keys)
    #expect(connections.peer(at: Self.keys.address) == 0)
    #expect(connections.peer(at: Self.moved.address) == 0)
    #expect(
      connections.ended(with: Self.keys.address, at: seconds(1))
        == [.lost(peer: 0, Self.keys, at: seconds(1))])
    #expect(connections.endpoint(of: 0) == nil)
    #expect(
      connections.began(with: Self.moved.address, at: seconds(2))
        == [.back(peer: 0, as: Self.moved, at: seconds(2))])
    #expect(connections.endpoint(of: 0) == Self.moved)
  }

  @Test func replugAtTheSameAddressIsReported() {
    var connections = connected()
    let changes: [EndpointChange] = [.left(Self.keys), .came(Self.keys)]
    #expect(connections.locate(in: [Self.keys, Self.pads], after: changes).map(\.peer) == [0])
    connections.recordConnection(0, as: Self.keys)
    #expect(connections.ended(with: Self.keys.address, at: seconds(1)).count == 1)
    #expect(
      connections.began(with: Self.keys.address, at: seconds(2))
        == [.back(peer: 0, as: Self.keys, at: seconds(2))])
  }

  @Test func connectionThatEndsBeforeItsAnnouncementIsNotReported() {
    var connections = connected()
    #expect(connections.ended(with: Self.keys.address, at: seconds(1)).count == 1)
    _ = connections.locate(in: [Self.pads])
    _ = connections.locate(in: [Self.pads, Self.moved])
    connections.recordConnection(0, as: Self.moved)
    #expect(connections.ended(with: Self.moved.address, at: seconds(2)).isEmpty)
    #expect(connections.began(with: Self.moved.address, at: seconds(3)).isEmpty)
    #expect(connections.endpoint(of: 0) == nil)
  }

  @Test func otherClientRemovesAndRestoresAConnection() {
    var connections = connected()
    #expect(connections.ended(with: Self.keys.address, at: seconds(1)).count == 1)
    // midirec doesn't insist on it.
    #expect(connections.locate(in: [Self.keys, Self.pads]).isEmpty)
    #expect(
      connections.began(with: Self.keys.address, at: seconds(2))
        == [.back(peer: 0, as: Self.keys, at: seconds(2))])
    #expect(connections.began(with: Self.keys.address, at: seconds(3)).isEmpty)
  }

  @Test func selfConnectedClientsAreKeptInOrder() {
    var connections = connected()
    let clients = [EndpointAddress(client: 130, port: 0), EndpointAddress(client: 129, port: 1)]
    for client in clients { #expect(connections.began(with: client, at: .zero).isEmpty) }
    #expect(connections.selfConnected == clients)
    #expect(connections.addresses == [Self.keys.address, Self.pads.address] + clients)
    #expect(connections.peer(at: clients[0]) == nil)
    #expect(connections.ended(with: clients[0], at: seconds(1)).isEmpty)
    #expect(connections.selfConnected == [clients[1]])
  }

  @Test func firstConnectionOfAnAddedPeerIsNotReported() {
    var connections = connected()
    let late = Endpoint.program(131, "Late", "out")
    let peer = connections.add(late, among: [Self.keys, Self.pads, late])
    #expect(peer == 2)
    connections.recordConnection(peer, as: late)
    #expect(connections.began(with: late.address, at: seconds(1)).isEmpty)
    #expect(connections.ended(with: late.address, at: seconds(2)) == [.lost(peer: 2, late, at: seconds(2))])
    #expect(connections.locate(in: [Self.keys, Self.pads], after: [.left(late)]).isEmpty)
    _ = connections.locate(in: [Self.keys, Self.pads, late], after: [.came(late)])
    connections.recordConnection(peer, as: late)
    #expect(
      connections.began(with: late.address, at: seconds(3)) == [.back(peer: 2, as: late, at: seconds(3))])
  }

  @Test func lostAnnouncementsAreMadeUpFor() {
    var connections = connected()
    _ = connections.locate(in: [Self.pads, Self.moved])
    connections.recordConnection(0, as: Self.moved)
    // The end of the former connection and the beginning of the next were among the lost events.
    #expect(
      connections.recover(at: seconds(5))
        == [
          .lost(peer: 0, Self.keys, at: seconds(5)), .back(peer: 0, as: Self.moved, at: seconds(5)),
        ])
    #expect(connections.began(with: Self.moved.address, at: seconds(6)).isEmpty)
    #expect(connections.recover(at: seconds(7)).isEmpty)
  }

  @Test func numberOfALostPeerIsReused() {
    var connections = connected()
    // The end of Keys was among lost events, and Pads have its number now.
    let pads = Endpoint.program(20, "Pads", "out")
    _ = connections.locate(in: [pads])
    connections.recordConnection(1, as: pads)
    #expect(
      connections.began(with: pads.address, at: seconds(1))
        == [
          .lost(peer: 0, Self.keys, at: seconds(1)), .lost(peer: 1, Self.pads, at: seconds(1)),
          .back(peer: 1, as: pads, at: seconds(1)),
        ])
    #expect(connections.endpoint(of: 0) == nil)
  }

  @Test func refusalIsNewUntilTheEndpointDisappears() {
    var connections = connected()
    let answers = [[Self.keys, Self.pads], [Self.pads], []].map { endpoints in
      defer { _ = connections.locate(in: endpoints) }
      return connections.recordRefusal(by: Self.keys)
    }
    #expect(answers == [true, false, true])
  }
}
