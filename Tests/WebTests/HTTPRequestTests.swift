import Testing

@testable import Web

@Suite struct HTTPRequestTests {
    private func read(_ text: String) throws(HTTPError) -> HTTPRequest? {
        try HTTPRequest.reading(Array(text.utf8))?.request
    }

    @Test func `a request has a method, decoded parts of a path, fields and a body`() throws {
        let text = "POST /api/a%2Fb%20c?x=1 HTTP/1.1\r\nHost: localhost:1\r\nCONTENT-LENGTH:  2 \r\n\r\n{}more"
        let (request, length) = try #require(try HTTPRequest.reading(Array(text.utf8)))
        #expect(request.method == .post && request.path == ["api", "a/b c"])
        #expect(request.fields == ["host": "localhost:1", "content-length": "2"])
        #expect(request.body == Array("{}".utf8) && length == text.utf8.count - 4)
    }

    @Test func `every beginning of a request asks for more`() throws {
        let text = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
        for count in 0..<text.utf8.count { #expect(try HTTPRequest.reading(Array(text.utf8.prefix(count))) == nil) }
        #expect(try read(text)?.body == Array("abc".utf8))
    }

    @Test(arguments: [
        ("GET /\r\n\r\n", HTTPResponse.Status.badRequest), ("GET http://a/ HTTP/1.1\r\n\r\n", .badRequest),
        ("PUT / HTTP/1.1\r\n\r\n", .methodNotAllowed), ("GET /%4 HTTP/1.1\r\n\r\n", .badRequest),
        ("GET /%FF HTTP/1.1\r\n\r\n", .badRequest), ("GET / HTTP/1.1\r\nno colon\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\nA: b\rHost: evil\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\nA: b\nB: c\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n", .badRequest), ("GET / HTTP/1.1\r\nA: é\r\n\r\n", .badRequest),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", .notImplemented),
        ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", .badRequest),
        ("POST / HTTP/1.1\r\nContent-Length: 65537\r\n\r\n", .bodyTooLong),
        ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", .bodyTooLong),
    ])
    func `an unsupported request gets a status and a reason`(_ text: String, _ status: HTTPResponse.Status) {
        let error = #expect(throws: HTTPError.self) { _ = try read(text) }
        #expect(error?.status == status && error?.text.isEmpty == false)
    }

    @Test func `a head without an end is refused once it is too long`() {
        let error = #expect(throws: HTTPError.self) { _ = try read("GET /" + String(repeating: "a", count: 20_000)) }
        #expect(error == .headTooLong)
    }

    @Test func `no change of a byte makes a reader trap`() {
        let whole = Array("POST /api/run%20 HTTP/1.1\r\nHost: a:1\r\nContent-Length: 2\r\n\r\n{}".utf8)
        for place in whole.indices {
            for byte in [0, 9, 10, 13, 32, 37, 47, 58, 0x7F, 0x80, 0xFF] as [UInt8] {
                var changed = whole
                changed[place] = byte
                _ = try? HTTPRequest.reading(changed)
            }
        }
    }
}
