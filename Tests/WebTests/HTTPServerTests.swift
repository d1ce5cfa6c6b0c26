import Glibc
import Testing

@testable import Web

@Suite struct HTTPServerTests {
    /// Connects to a port of 127.0.0.1 and sends a text.
    private func connect(to port: UInt16, _ text: String) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        try #require(isConnected)
        let bytes = Array(text.utf8)
        try #require(send(descriptor, bytes, bytes.count, 0) == bytes.count)
        return descriptor
    }

    @Test func `connections that never complete a request do not exclude another one`() throws {
        var server = try HTTPServer(port: 0)
        var (descriptors, requests) = ([Int32](), 0)
        defer { for descriptor in descriptors { close(descriptor) } }
        func respond(_ request: HTTPRequest) -> HTTPServer.Answer {
            requests += 1
            return .response(HTTPResponse(.ok, "here"))
        }
        for _ in 0..<100 {
            descriptors.append(try connect(to: server.port, "GET / HT"))
            server.turn(at: 0, milliseconds: 0, others: [], respond: respond)
        }
        descriptors.append(try connect(to: server.port, "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"))
        for _ in 0..<3 { server.turn(at: 0, milliseconds: 1_000, others: [], respond: respond) }
        #expect(requests == 1)
    }
}
