import Testing

@testable import Exploration

@Suite struct PacketSelectorTests {
    @Test(arguments: [
        ("CON 7 POST /video/call/default/standup/accept", ["method: POST, path: \"/video/call/*/accept\""]),
        ("ACK 7 2.04 Changed /video/call/default/standup/accept", ["path: \"/video/call/*/accept\", status: 2.04"]),
        ("CON 7 2.05 Content /video/connect [call.ring, call.ended]", ["event: call.ring", "event: call.ended"]),
        ("ACK 7 0.08 /.well-known/core", []), ("ACK 7 2.99 /.well-known/core", []), ("ACK 7", []),
        ("STUN request 0a1b", ["class: request"]),
    ])
    func `a packet is selected by what a scenario can name`(_ summary: String, _ texts: [String]) {
        #expect(PacketSelector.all(of: summary).map(\.text) == texts)
    }
}
