import Inspection
import ScenarioLanguage
import Signaling
import Telephony
package import Wire

/// The content of one datagram, as far as scenarios and reports use it.
package struct Dissection: Hashable {
    /// The protocol, determined by the first bytes.
    package var kind: DatagramKind?
    /// The method of a request, such as `POST`, and of any STUN message.
    package var method: String?
    /// The path of a request, or of the request that a response belongs to.
    package var path: String?
    /// The code of a response, such as `2.05`.
    package var status: String?
    /// True when a server only requests a proof of the client's address (RFC 9175).
    package var isChallenge = false
    /// The types of its events, in order.
    package var events: [String] = []
    /// The datagram as one readable line.
    package var summary: String
}

/// Dissects datagrams in sequence. It stores requests, so that a response can be shown with its path.
package struct Dissector {
    private struct Exchange: Hashable {
        let client: SocketAddress
        let server: SocketAddress
        let token: CoAP.Token
    }

    private var paths: [Exchange: String] = [:]

    package mutating func read(_ bytes: [UInt8], from: SocketAddress, to: SocketAddress) -> Dissection {
        let kind = DatagramKind(bytes)
        var dissection =
            switch kind {
            case .stun: Self.stun(bytes)
            case .rtcp: Dissection(summary: Self.rtcp(bytes))
            case .rtp: Dissection(summary: MediaLog.summary(bytes))
            case .sip: Dissection(summary: Self.sip(bytes))
            case .coap, nil: coap(bytes, from: from, to: to)
            }
        dissection.kind = kind
        return dissection
    }

    private static func stun(_ bytes: [UInt8]) -> Dissection {
        do throws(STUNError) {
            let message = try STUN.Message(decoding: bytes)
            let error = message.errorCode.map { " \($0.code) \($0.reason)" } ?? ""
            return Dissection(
                method: message.method == .binding ? "Binding" : nil,
                summary: "STUN \(message.messageClass) \(message.transactionID)\(error)")
        } catch {
            return Dissection(summary: "\(bytes.count) bytes that are not a STUN message: \(error)")
        }
    }

    private static func sip(_ bytes: [UInt8]) -> String {
        do throws(SIPError) {
            let message = try SIP.Message(decoding: bytes)
            let envelope = try message.envelope()
            return switch message.startLine {
            case .request(let method, let uri): "SIP \(method) \(uri)"
            case .response(let code, let reason): "SIP \(code) \(reason) of \(envelope.method)"
            }
        } catch {
            return "\(bytes.count) bytes that are not a SIP message: \(error)"
        }
    }

    private static func rtcp(_ bytes: [UInt8]) -> String {
        do throws(RTCPError) {
            let names = try RTCP.packets(decoding: bytes).map { packet in
                switch packet {
                case .senderReport(let report): "SR \(report.ssrc)"
                case .receiverReport(let ssrc, let blocks): "RR \(ssrc) on \(blocks.count)"
                case .sourceDescription: "SDES"
                case .bye(let sources, _): "BYE \(sources.map(String.init).joined(separator: " "))"
                case .other(let type, _, _): "type \(type)"
                }
            }
            return "RTCP \(names.joined(separator: ", "))"
        } catch {
            return "\(bytes.count) bytes that are not an RTCP compound: \(error)"
        }
    }

    private mutating func coap(_ bytes: [UInt8], from: SocketAddress, to: SocketAddress) -> Dissection {
        let message: CoAP.Message
        do {
            message = try CoAP.Message(decoding: bytes)
        } catch {
            return Dissection(summary: "\(bytes.count) bytes that are not a CoAP message: \(error)")
        }
        let type = "\(message.type)".uppercased()
        if message.code == .empty { return Dissection(summary: "\(type) \(message.messageID)") }
        if message.code.isRequest { return request(message, type, from, to) }
        return response(message, type, from, to)
    }

    private mutating func request(
        _ message: CoAP.Message, _ type: String, _ from: SocketAddress, _ to: SocketAddress
    ) -> Dissection {
        let path = "/" + message.options.uriPath.joined(separator: "/")
        paths[Exchange(client: from, server: to, token: message.token)] = path
        let method = message.code.description
        return Dissection(
            method: method, path: path, summary: "\(type) \(message.messageID) \(method) \(path)")
    }

    private func response(
        _ message: CoAP.Message, _ type: String, _ from: SocketAddress, _ to: SocketAddress
    ) -> Dissection {
        let path = paths[Exchange(client: to, server: from, token: message.token)]
        let (events, first) = Self.events(in: message.payload)
        let status = message.code.number
        var words = [type, "\(message.messageID)", message.code.description]
        if let path { words.append(path) }
        if !events.isEmpty { words.append("[\(events.joined(separator: ", "))]") }
        if let first, !events.isEmpty { words.append("from no. \(first)") }
        let isChallenge = message.isAddressChallenge
        if isChallenge { words.append("(asks for a proof of the address)") }
        return Dissection(
            path: path, status: status, isChallenge: isChallenge, events: events, summary: words.joined(separator: " "))
    }

    /// Returns the types of a batch's events and the number of the first one. In a block-wise body only the first block
    /// is searched.
    private static func events(in payload: [UInt8]) -> (types: [String], first: Int64?) {
        guard !payload.isEmpty else { return ([], nil) }
        guard let body = (try? CBOR(decoding: payload))?.map else { return (firstBlockEvents(in: payload), nil) }
        return (body["events"]?.array?.compactMap { $0.map?["type"]?.text } ?? [], body["first"]?.integer)
    }

    private static let knownTypes = Set(Words.events.all)

    /// Returns the types of events in a first block; other objects have keys `type` too.
    private static func firstBlockEvents(in payload: [UInt8]) -> [String] {
        FirstBlock.types(in: payload).filter { knownTypes.contains($0) || $0.contains(".") }
    }
}
