import CallLibraryGuest
import Digest
import Inspection
import Journal
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Telephony
import Timing
import Web
import Wire

/// A parser that is fed with whatever the fuzzer comes up with: it may refuse it, and must not trap.
package enum Parser: String, CaseIterable, Sendable {
    case cbor, coap, stun, rtp, rtcp
    case sip, sdp
    case capture, journal, json
    case scenario, hosts, golden
    case token
    case http
    case body, driver, capsule, users, report
    case endpoint, coordinator, sfu

    package func read(_ bytes: [UInt8]) {
        switch self {
        case .cbor: readCBOR(bytes)
        case .coap: readCoAP(bytes)
        case .stun: readSTUN(bytes)
        case .rtp: readRTP(bytes)
        case .rtcp: _ = try? RTCP.packets(decoding: bytes)
        case .sip: readSIP(bytes)
        case .sdp: readSDP(bytes)
        case .capture: Bench.shared.inspect(capture: bytes)
        case .journal: Bench.shared.inspect(journal: bytes)
        case .json: readJSON(bytes)
        case .scenario: readScenario(bytes)
        case .hosts: _ = HostsFile(bytes)
        case .golden: readGolden(bytes)
        case .token: readToken(bytes)
        case .http: readHTTP(bytes)
        case .body: readBody(bytes)
        case .driver: readDriver(bytes)
        case .capsule: readCapsule(bytes)
        case .users: readUsers(bytes)
        case .report: readReport(bytes)
        case .endpoint:
            var target = EndpointTarget(bytes)
            target.run()
        case .coordinator:
            var target = CoordinatorTarget(bytes)
            target.run()
        case .sfu:
            var target = SFUTarget(bytes)
            target.run()
        }
    }

    /// A property that holds for every input that a parser accepts.
    func must(_ isTrue: Bool, _ what: String) {
        if !isTrue { fatalError("\(rawValue): \(what)") }
    }

    private func readCBOR(_ bytes: [UInt8]) {
        guard let item = try? CBOR(decoding: bytes) else { return }
        _ = item.diagnostic
        let written = item.encoded()
        must((try? CBOR(decoding: written))?.encoded() == written, "what is written is read back as something else")
    }

    private func readCoAP(_ bytes: [UInt8]) {
        guard let message = try? CoAP.Message(decoding: bytes) else { return }
        _ = (message.options.uriPath, message.options.uriQuery, message.options.block1, message.options.block2)
        let written = message.encoded()
        must((try? CoAP.Message(decoding: written))?.encoded() == written, "what is written is read back otherwise")
    }

    private func readSTUN(_ bytes: [UInt8]) {
        _ = try? STUN.integrity(of: bytes, key: Array("key".utf8))
        guard let message = try? STUN.Message(decoding: bytes) else { return }
        _ = (message.username, message.mappedAddress, message.errorCode?.code, message.unknownRequiredAttributes)
    }

    private func readHTTP(_ bytes: [UInt8]) {
        guard let (request, length) = try? HTTPRequest.reading(bytes) else { return }
        must(length <= bytes.count, "a request is longer than what was read")
        _ = SameOrigin(port: 8683).refusal(of: request)
    }

    private func readRTP(_ bytes: [UInt8]) {
        if let header = try? RTP.Header(decoding: bytes.span) {
            _ = try? header.audioLevel(in: bytes.span, id: 1)
        }
        guard let packet = try? RTP.Packet(decoding: bytes), let written = packet.encoded() else { return }
        must((try? RTP.Packet(decoding: written)) == packet, "what is written is read back as something else")
    }

    private func readSIP(_ bytes: [UInt8]) {
        _ = DatagramKind(bytes)
        guard let message = try? SIP.Message(decoding: bytes) else { return }
        must(message.bodyOffset + message.body.count + message.surplus == bytes.count, "bytes are lost or made up")
        _ = (message.headers.map(\.value), message.contentType, message.contactHost)
        guard let envelope = try? message.envelope() else { return }
        must(!envelope.callID.isEmpty && !envelope.vias.isEmpty, "a message without a call or a hop")
        if let description = message.sessionDescription { readSDP(Array(description)) }
    }

    private func readSDP(_ bytes: [UInt8]) {
        guard let description = try? SDP.Description(decoding: bytes) else { return }
        for media in description.media { _ = (media.rtcpPort, media.formats.map { media.name(ofFormat: $0) }) }
        guard let agreement = try? SDP.Agreement(offer: description, answer: description) else { return }
        must(agreement.streams.count + agreement.rejected == description.media.count, "a medium is lost")
    }

    private func readJSON(_ bytes: [UInt8]) {
        guard let json = try? JSON(parsing: bytes) else { return }
        _ = (json["time"]?.instant, json["time"]?.double, Verdict(json))
    }

    private func readScenario(_ bytes: [UInt8]) {
        let library = ScenarioLibrary.load(
            text: String(decoding: bytes, as: UTF8.self), file: "fuzz.yaml", including: [:])
        _ = library.rendered()
        must(library.scenarios.isEmpty != library.diagnostics.isEmpty, "neither a scenario nor a problem, or both")
    }

    private func readGolden(_ bytes: [UInt8]) {
        guard let history = try? GoldenFile.history(bytes) else { return }
        let written = GoldenFile.bytes(of: history)
        guard let again = try? GoldenFile.history(written) else {
            return must(false, "what is written cannot be read back")
        }
        must(HistoryComparison(history, again).isSame, "what is written is read back as something else")
    }

    /// Reads a token as it comes, and its claims signed with a key that fits: those of strangers get no further.
    private func readToken(_ bytes: [UInt8]) {
        let (key, date) = ([UInt8](repeating: 7, count: 32), Timestamp(milliseconds: 1_767_225_600_000))
        _ = try? AccessToken(bytes, secret: key, at: date)
        let header: [UInt8] = [0xA1, 1, 5]
        let signed = CBOR.array([.text("MAC0"), .bytes(header), .bytes([]), .bytes(bytes)]).encoded()
        let tag = HMAC.sha256(key: key, message: signed)
        let token = CBOR.tagged(17, .array([.bytes(header), .map([:]), .bytes(bytes), .bytes(tag)]))
        guard let read = try? AccessToken(token.encoded(), secret: key, at: date) else { return }
        must((try? AccessToken(read.signed(with: key), secret: key, at: date)) == read, "it is not read back the same")
    }
}
