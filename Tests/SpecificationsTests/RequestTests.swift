import Testing

@testable import Specifications

@Suite struct RequestTests {
    /// A run in which alice begins a command, and the server has served her before.
    private func begun(_ command: String) -> Run {
        var run = Run(Requests.self)
        run.request("connect", by: "alice", "2.05", of: nil)
        run.add(.command(participant: "alice", name: command, number: 1))
        return run
    }

    private func returns(_ number: Int = 1, hasFailed: Bool = false) -> Observation {
        .returned(participant: "alice", number: number, hasFailed: hasFailed)
    }

    @Test func `a command that returns has sent its request`() {
        var run = begun("call.end")
        run.request("markEnded", by: "alice")
        run.add(returns())
        #expect(run.violations.isEmpty)
    }

    @Test(arguments: [("get", "alice", "2.05"), ("markEnded", "bob", "2.04"), ("markEnded", "alice", "4.03")])
    func `another request, that of another user, or a refused one does not count`(
        _ operation: String, _ user: String, _ code: String
    ) {
        var run = begun("call.end")
        run.request(Substring(operation), by: Substring(user), Substring(code))
        run.add(returns())
        #expect(run.violations.count == 1)
        #expect(run.violations.first?.contains("call.end of alice") == true)
        #expect(run.violations.first?.contains("a granted request markEnded of alice") == true)
    }

    @Test(arguments: ["", nil] as [Substring?]) func `a refusal says why`(_ reason: Substring?) {
        var run = Run(Requests.self)
        run.request("markEnded", by: "alice", "4.03")
        #expect(run.violations.isEmpty)
        run.add(.request(ObservedRequest(operation: "markEnded", user: "alice", code: "4.03", refusal: reason)))
        #expect(run.violations.count == 1)
        #expect(run.violations.first?.contains("it is refused with 4.03 without a reason") == true)
    }

    @Test func `the reason of a refusal is read from its trace`() {
        let line = "request join call=default:x user=bob from=127.1.0.1:50000 code=4.03 Forbidden"
        for reason: Substring? in ["default:x is in backstage", nil] {
            let trace = TraceLine(line + (reason.map { " refusal=\"\($0)\"" } ?? ""))
            let request = ObservedRequest(
                operation: "join", cid: "default:x", user: "bob", code: "4.03", refusal: reason)
            #expect(trace.observation == .request(request))
        }
    }

    @Test func `a request of before the command does not count`() {
        var run = Run(Requests.self)
        run.request("markEnded", by: "alice")
        run.add(.command(participant: "alice", name: "call.end", number: 1))
        run.add(returns())
        #expect(run.violations.count == 1)
    }

    @Test func `a command that fails needs no request`() {
        var run = begun("call.end")
        run.add(returns(hasFailed: true))
        #expect(run.violations.isEmpty)
    }

    @Test func `each of two commands is judged when it returns`() {
        var run = begun("call.end")
        run.add(.command(participant: "alice", name: "call.get", number: 2))
        run.request("get", by: "alice", "2.05")
        run.add(returns(2))
        #expect(run.violations.isEmpty)
        run.add(returns(1))
        #expect(run.violations.count == 1)
    }

    @Test func `the kind of a recording is no part of the operation`() {
        var run = begun("call.startRecording")
        run.request("startRecording/composite", by: "alice")
        run.add(returns())
        #expect(run.violations.isEmpty)
    }

    @Test func `users of a server that the run does not see are not judged`() {
        var run = Run(Requests.self)
        run.add(.command(participant: "alice", name: "call.end", number: 1))
        run.add(returns())
        #expect(run.violations.isEmpty)
    }
}
