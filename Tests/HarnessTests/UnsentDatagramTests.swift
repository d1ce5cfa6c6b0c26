import ProgramTesting
import Testing

/// The datagrams that explain a failure although they were not sent yet, or never.
@Suite struct UnsentDatagramTests {
    private func failure(_ steps: String, latency: String = "0ms") throws -> String {
        let folder = try Folder()
        try folder.write(
            """
            id: LATE-1
            name: A datagram explains the failure
            participants: [alice, bob]
            network: {bob: {latency: \(latency)}}
            steps:
              - alice: ring
                call: default:standup
                members: [bob]
            \(steps)

            """, to: "a.yaml")
        let outcome = try Program("rollcall", in: folder).run("run", "a.yaml")
        #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
        return outcome.output
    }

    @Test func `a failure shows the datagrams that a link still delays`() throws {
        let output = try failure("  - expect: {bob.callingState: incoming}", latency: "400ms")
        #expect(
            output.contains(
                "  #–  0.000 s  coordinator → bob  CON 46655 2.05 Content /video/connect [call.created, call.ring] "
                    + "from no. 2  … delayed until 0.400 s"), "\(output)")
    }

    @Test func `a failure shows no datagram as delayed that has arrived`() throws {
        let output = try failure(
            "  - within: 1s\n    expect: {bob.callingState: inCall}", latency: "400ms")
        #expect(output.contains("[call.created, call.ring] from no. 2\n") && !output.contains("delayed until"))
    }

    @Test func `a failure shows the datagrams that were lost before they were sent`() throws {
        let output = try failure(
            """
              - within: 1s
                expect: {bob.callingState: incoming}
              - network: {offline: bob}
              - bob: reject
              - within: 1s
                expect: {alice.callingState: idle}
            """, latency: "1ms")
        #expect(
            output.contains(
                "  #–  0.001 s  bob → coordinator  CON 51000 POST /video/call/default/standup/reject  ✗ lost (offline)"),
            "\(output)")
    }
}
