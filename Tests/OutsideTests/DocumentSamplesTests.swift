import Testing

/// The samples of the documents, compiled, in a call between two users of `rollcall serve`.
@Suite struct DocumentSamplesTests {
    @Test func `the samples of the documents run`() throws {
        let served = try Served()
        let alice = try #require(served.tokens["alice"])
        let bob = try #require(served.tokens["bob"])
        let outcome = try Program(built: "documents").run("\(served.coordinator)", alice, bob)
        #expect(
            outcome.output == """
                alice sees: outgoing call
                bob sees: incoming call of alice
                bob's call view is shown: true
                alice sees: call of 1
                a participant speaks: false
                bob's call view is shown: false
                alice: idle, outgoing, joining, inCall, idle
                bob: idle, incoming, joining, inCall, idle

                """)
        #expect(outcome.status == 0)
    }
}
