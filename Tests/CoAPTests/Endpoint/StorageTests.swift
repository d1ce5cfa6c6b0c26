import Chance
import Containers
import Testing
import Timing

@testable import Wire

@Suite struct StorageTests {
    @Test func `idle peers are forgotten`() {
        var endpoint = CoAP.Endpoint(generator: .init(seed: 1))
        let ping = CoAP.Message(type: .confirmable, code: .get, messageID: 1).encoded()
        for port in UInt16(1)...5000 {
            let peer = SocketAddress(host: HostAddress(127, 0, 0, 1), port: port)
            for case .request(let request) in endpoint.receive(ping, from: peer, at: .start) {
                _ = endpoint.respond(CoAP.Response(code: .content), to: request.id, at: .start)
            }
        }
        #expect(endpoint.peers.count <= 1024)
    }
}
