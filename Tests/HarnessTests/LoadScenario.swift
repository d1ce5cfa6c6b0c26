import ProgramTesting

extension Folder {
    /// Writes the scenario `L-1` of loads: alice rings bob, and bob accepts.
    ///
    /// - Parameters:
    ///   - limit: The time for each of the two expectations.
    ///   - rest: The time between the acceptance and the end; nil for none.
    func writeAcceptedCall(to name: String, within limit: String = "1s", rest: String? = "2s") throws {
        try write(
            """
            id: L-1
            name: A call that is accepted
            participants: [alice, bob]
            network: {latency: 20ms}
            steps:
              - alice: ring
                call: default:standup
                members: [bob]
              - within: \(limit)
                expect: {bob.callingState: incoming}
              - bob: accept
              - within: \(limit)
                expect: {everyone.callingState: inCall}

            """ + (rest.map { "  - wait: \($0)\n" } ?? ""), to: name)
    }
}
