import Chance
import Journal
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Wire

extension Stage {
    /// Sends malformed datagrams from the participant's own verified address: unreadable ones, unknown sources, and
    /// messages for another port.
    func babble(_ name: String) {
        guard let performer = performer(name), let sfu = performer.mediaTarget else {
            noteIdleFault("babble: \(name)", "had no SFU to send to")
            return record.add(.fault(.init(target: name, text: "no SFU to send to: there is no path")))
        }
        record.add(.fault(.init(target: name, text: "sends malformed datagrams")))
        wire.hasForgedSources = true
        for datagram in Self.brokenMedia { performer.send(raw: datagram, to: sfu.media) }
        for datagram in Self.strays { performer.send(raw: datagram, to: sfu.signaling) }
        for datagram in Self.strays { performer.send(raw: datagram, to: plan.coordinatorAddress) }
    }

    /// One datagram for each reason for which an SFU drops media from a known address.
    private static var brokenMedia: [[UInt8]] {
        var packet = RTP.Packet(payloadType: 111, sequenceNumber: 1, timestamp: 1, ssrc: 7, payload: [1, 2, 3])
        packet.elements = [RTP.Element(id: MediaFormat.audioLevelElement, value: [0x80])]
        let rtp = packet.encoded() ?? []
        var generator = SeededGenerator(seed: 2)
        let stranger = STUN.Message(
            .request, transactionID: STUN.TransactionID(from: &generator), attributes: [.username("nobody")])
        let stun = stranger.encoded(STUN.Protection(key: [0])) ?? []
        let indication = STUN.Message(.indication, transactionID: STUN.TransactionID(from: &generator))
        return [
            // An unknown source, and an extension and a padding that exceed the packet.
            rtp, Array(rtp.prefix(14) + [0xFF, 0xFF] + rtp.dropFirst(16)),
            [0xA0, 111, 0, 1, 0, 0, 0, 1, 0, 0, 0, 7, 0xFF],
            // A compound longer than its datagram, one that begins with a goodbye, and one of a wrong version.
            [0x80, 200, 0xFF, 0xFF], [0x81, 203, 0, 1, 0, 0, 0, 7], [0x80, 201, 0, 1, 0, 0, 0, 7, 0x00, 0xFF, 0, 0],
            // An unknown user name, an attribute that exceeds the message, and an indication instead of a request.
            stun, Array(stun.prefix(22) + [0xFF, 0xFF] + stun.dropFirst(24)), indication.encoded() ?? [],
            // A CoAP message, a byte of no protocol, and an empty datagram.
            [0x40, 0x02, 0x00, 0x01], [0xFF], [],
        ]
    }

    /// Media, reports and checks for a signaling port, and a malformed CoAP message.
    private static let strays: [[UInt8]] = [
        [0x80, 111, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0x80, 201, 0, 1, 0, 0, 0, 7], [0, 1, 0, 0],
        [0x4F, 0x01, 0x00, 0x01],
    ]
}
