import Testing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The rule of whole runs that a client which migrates has told the coordinator the SFU that it leaves.
@Suite struct MigrationsTests {
    private static let client = HostAddress(127, 1, 0, 1)

    private static func words(named: String?, strategy: Int64, origin: String = "sfu-1") throws -> String? {
        var migrations = Migrations()
        let join: CBOR.Map = named.map { ["migrating_from": .text($0)] } ?? [:]
        let request = try SampleRequest.facts(2, "video/call/default/x/join", join)
        #expect(migrations.violation(of: request, by: client) == nil)
        let details: CBOR.Map = ["strategy": .integer(strategy), "from_sfu_id": .text(origin)]
        let session = try SampleRequest.facts(5, "sfu/join", ["reconnect_details": .map(details)])
        return migrations.violation(of: session, by: client)
    }

    @Test func `a migration names the same SFU to the coordinator and to the next SFU`() throws {
        #expect(try Self.words(named: "sfu-1", strategy: 4) == nil)
        #expect(
            try Self.words(named: nil, strategy: 4)
                == "it migrates from sfu-1, and its request to the coordinator named none")
        #expect(
            try Self.words(named: "sfu-2", strategy: 4)
                == "it migrates from sfu-1, and its request to the coordinator named sfu-2")
    }

    @Test func `another reconnect, and a client without a request to the coordinator, are not judged`() throws {
        #expect(try Self.words(named: nil, strategy: 3) == nil)
        var migrations = Migrations()
        let details: CBOR.Map = ["strategy": 4, "from_sfu_id": "sfu-1"]
        let session = try SampleRequest.facts(5, "sfu/join", ["reconnect_details": .map(details)])
        #expect(migrations.violation(of: session, by: Self.client) == nil)
    }
}
