import Testing

@testable import Inspection

/// Calls and exchanges whose first request is refused and sent again.
@Suite struct RepeatedCallTests {
    private static let credentials = [#"Authorization: Digest username="alice""#]

    private func dialog(_ sequence: Int, toTag: String? = nil) -> Phones.Dialog {
        .init(sequence: sequence, branch: "z9hG4bK\(sequence)", toTag: toTag, headers: Self.credentials)
    }

    /// The row of the table about an exchange that a status refuses, and about what follows.
    private func row(
        _ status: String, to method: String = "INVITE", _ change: (inout Phones) -> Void = { _ in }
    ) throws -> String {
        var phones = Phones()
        phones.request(method, at: 0)
        phones.response(status, to: method, at: 1000)
        change(&phones)
        let lines = try Scratch().inspect(phones.capture.bytes, .sip, width: 300).text.lines
        return lines[1].split(separator: " ").joined(separator: " ")
    }

    @Test func `an INVITE that is sent again with credentials is a call from the beginning`() throws {
        let status = "407 Proxy Authentication Required"
        #expect(try row(status) == "0.000 INVITE alice bob failed \(status) 2 0 call-1")
        #expect(
            try row(status) { $0.request("INVITE", dialog(2), at: 2000) } == "0.000 INVITE alice bob calling 3 0 call-1"
        )
        let ringing = try row(status) {
            $0.request("INVITE", dialog(2), at: 2000)
            $0.response("180 Ringing", to: "INVITE", dialog(2), at: 3000)
        }
        #expect(ringing == "0.000 INVITE alice bob ringing 4 0 3.000 call-1")
        let answered = try row(status) {
            $0.request("INVITE", dialog(2), at: 2000)
            $0.response("180 Ringing", to: "INVITE", dialog(2), at: 3000)
            $0.response("200 OK", to: "INVITE", dialog(2), at: 4000)
            $0.request("ACK", dialog(2, toTag: "b"), at: 5000)
        }
        #expect(answered == "0.000 1.000 INVITE alice bob in call 200 OK 6 0 3.000 4.000 call-1")
        let cancelled = try row(status) {
            $0.request("INVITE", dialog(2), at: 2000)
            $0.request("CANCEL", dialog(2), at: 3000)
        }
        #expect(cancelled == "0.000 INVITE alice bob cancelled 4 0 call-1")
        let busy = try row(status) {
            $0.request("INVITE", dialog(2), at: 2000)
            $0.response("486 Busy Here", to: "INVITE", dialog(2), at: 3000)
        }
        #expect(busy == "0.000 INVITE alice bob busy 486 Busy Here 4 0 call-1")
    }

    @Test func `a call that rang before it was redirected rang then`() throws {
        var phones = Phones()
        phones.request("INVITE", at: 0)
        phones.response("180 Ringing", to: "INVITE", at: 1000)
        phones.response("302 Moved Temporarily", to: "INVITE", at: 2000)
        phones.request("INVITE", dialog(2), at: 3000)
        phones.response("180 Ringing", to: "INVITE", dialog(2), at: 4000)
        let text = try Scratch().inspect(phones.capture.bytes, .summary, width: 300).text
        #expect(text.contains("  alice → bob, ringing, rang after 1.000 s"), "\(text)")
    }

    @Test(arguments: ["302 Moved Temporarily", "404 Not Found", "401 Unauthorized", "503 Service Unavailable"])
    func `a call that was redirected or failed goes on with a later INVITE outside of a dialog`(_ status: String) throws
    {
        let state = status.hasPrefix("302") ? "redirected" : "failed"
        #expect(
            try row(status) { $0.request("INVITE", dialog(2), at: 2) } == "0.000 INVITE alice bob calling 3 0 call-1")
        let end = "0.000 INVITE alice bob \(state) \(status) 3 0 call-1"
        #expect(try row(status) { $0.request("INVITE", dialog(1), at: 2) } == end)
        #expect(try row(status) { $0.request("INVITE", dialog(0), at: 2) } == end)
        #expect(try row(status) { $0.request("INVITE", dialog(2, toTag: "b"), at: 2) } == end)
        #expect(try row(status) { $0.request("OPTIONS", dialog(2), at: 2) } == end)
        let late = try row(status) { $0.response("200 OK", to: "INVITE", at: 2) }
        #expect(late == end)
    }

    @Test(arguments: [("486 Busy Here", "busy"), ("603 Decline", "rejected"), ("487 Request Terminated", "cancelled")])
    func `a call that the callee ended does not go on`(_ status: String, _ state: String) throws {
        let again = try row(status) { $0.request("INVITE", dialog(2), at: 2) }
        #expect(again == "0.000 INVITE alice bob \(state) \(status) 3 0 call-1")
    }

    @Test func `a registration that is sent again with credentials is pending until its own response`() throws {
        let status = "401 Unauthorized"
        #expect(try row(status, to: "REGISTER") == "0.000 REGISTER alice bob refused \(status) 2 0 call-1")
        let again = try row(status, to: "REGISTER") { $0.request("REGISTER", dialog(2), at: 2) }
        #expect(again == "0.000 REGISTER alice bob pending 3 0 call-1")
        for (last, state) in [("200 OK", "done"), ("403 Forbidden", "refused"), ("202 Accepted", "done")] {
            let ended = try row(status, to: "REGISTER") {
                $0.request("REGISTER", dialog(2), at: 2)
                $0.response(last, to: "REGISTER", dialog(2), at: 3)
            }
            #expect(ended == "0.000 REGISTER alice bob \(state) \(last) 4 0 call-1")
        }
        let old = try row(status, to: "REGISTER") {
            $0.request("REGISTER", dialog(2), at: 2)
            $0.response("403 Forbidden", to: "REGISTER", at: 3)
        }
        #expect(old == "0.000 REGISTER alice bob pending 4 0 call-1")
    }
}
