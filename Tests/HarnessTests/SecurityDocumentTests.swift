import Covering
import Sockets
import Testing

@testable import Harness

/// The limits of the program in `Docs/security.md` are those of the sources.
@Suite struct SecurityDocumentTests {
    @Test func `each default in the table of limits is the one of the sources`() throws {
        let limits = try LimitsTable().values
        let expected = [
            "datagrams that wait at a socket of `serve`, with overhead":
                "\(LimitsTable.size(UDPSocket.roomInTurn)), of which one source takes half",
            "memory of a run": LimitsTable.size(MemoryLimit.standard.bytes),
            "a capsule, its scenario":
                "\(LimitsTable.size(Capsule.largest)), \(LimitsTable.size(Capsule.largestScenario))",
            "a file of users or hosts": LimitsTable.size(UsersFile.largest),
        ]
        for (subject, limit) in expected.sorted(by: { $0.key < $1.key }) {
            #expect(limits[subject] == limit, "\(subject)")
        }
    }
}
