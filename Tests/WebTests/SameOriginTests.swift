import Testing

@testable import Web

@Suite struct SameOriginTests {
    private let rule = SameOrigin(port: 8683)

    private func refusal(_ fields: [String: String], _ method: HTTPRequest.Method = .get) -> String? {
        rule.refusal(of: HTTPRequest(method, [], fields: fields))
    }

    @Test func `the page's own requests are served`() {
        let own = ["host": "127.0.0.1:8683", "origin": "http://127.0.0.1:8683", "sec-fetch-site": "same-origin"]
        #expect(refusal(own) == nil)
        #expect(refusal(["host": "localhost:8683"]) == nil)
        #expect(refusal(own.merging(["content-type": "application/json"]) { $1 }, .post) == nil)
    }

    @Test(arguments: [
        [:], ["host": "evil.example:8683"], ["host": "127.0.0.1"], ["host": "127.0.0.1:80"],
        ["host": "127.0.0.1:8683", "origin": "http://evil.example"], ["host": "127.0.0.1:8683", "origin": "null"],
        ["host": "127.0.0.1:8683", "origin": "http://localhost:8683"],
        ["host": "127.0.0.1:8683", "sec-fetch-site": "cross-site"],
        ["host": "127.0.0.1:8683", "sec-fetch-site": "same-site"],
    ])
    func `requests of other sites are refused with a reason`(_ fields: [String: String]) {
        #expect(refusal(fields)?.isEmpty == false)
    }

    @Test func `a form of another page cannot post`() {
        for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json2"] {
            #expect(refusal(["host": "localhost:8683", "content-type": type], .post) != nil)
        }
        #expect(refusal(["host": "localhost:8683"], .post) != nil)
    }
}
