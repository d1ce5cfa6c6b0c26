import Testing
import Wire

@testable import ScenarioVocabulary

/// The addresses of a run.
@Suite struct AddressPlanTests {
    private let plan = AddressPlan()

    @Test func `servers have the first nets, and participants the next one`() {
        #expect("\(plan.coordinator)" == "127.0.0.1" && "\(plan.coordinatorAddress)" == "127.0.0.1:5683")
        #expect("\(plan.intruder)" == "127.1.0.251")
        let hosts = [0, 1, 249, 250, 251, 499, 500, 62_499].map { "\(plan.participant($0))" }
        #expect(
            hosts == [
                "127.1.0.1", "127.1.0.2", "127.1.0.250", "127.1.1.1", "127.1.1.2", "127.1.1.250", "127.1.2.1",
                "127.1.249.250",
            ])
        #expect(AddressPlan.capacity == 62_500)
    }

    @Test func `each handover moves a participant by forty nets`() {
        let hosts = (0...7).map { "\(plan.participant(251, handovers: $0))" }
        #expect(
            hosts == [1, 41, 81, 121, 161, 201, 241, 31].map { "127.1.\($0).2" })
        #expect(plan.participant(0, handovers: 0) == plan.participant(0))
        #expect("\(plan.participant(62_499, handovers: 1))" == "127.1.39.250")
    }

    @Test(arguments: [
        ("127.0.0.1", "coordinator"), ("127.0.1.1", "sfu-1"), ("127.0.1.12", "sfu-12"), ("127.1.0.1", nil),
        ("127.1.1.1", nil), ("127.0.0.2", "sfu-2"),
    ])
    func `a server's host has its name`(_ host: String, _ name: String?) throws {
        let host = try #require(HostAddress(host))
        #expect(plan.serverName(host) == name && plan.isServer(host) == (name != nil))
    }

    @Test func `sockets send from the ports of servers, of media and of participants`() {
        #expect(AddressPlan.participantPorts == 50_000...50_999 && AddressPlan.mediaPorts == 5004...5004)
        #expect(AddressPlan.sourcePorts == [5683...5683, 5004...5004, 50_000...50_999])
    }
}
