import CallLibrary
import Chance
import Journal
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Wire

extension Stage {
    /// A participant's own device sends what is broken, from the very address that its SFU believes: what cannot be read,
    /// what belongs to nobody, and what belongs to another port.
    func babble(_ name: String) {
        guard let participant = participants[name], let sfu = participant.call?.mediaServer else {
            return record.add(.fault(.init(target: name, text: "nobody to babble to: there is no path")))
        }
        record.add(.fault(.init(target: name, text: "sends what is broken")))
        for datagram in Self.brokenMedia { participant.send(raw: datagram, to: sfu.media) }
        for datagram in Self.strays { participant.send(raw: datagram, to: sfu.signaling) }
        for datagram in Self.strays { participant.send(raw: datagram, to: plan.coordinatorAddress) }
    }

    /// Of each reason for which an SFU drops what comes from an address that it knows, one datagram.
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
            // A source that nobody announced, and an extension and a padding that go past the end.
            rtp, Array(rtp.prefix(14) + [0xFF, 0xFF] + rtp.dropFirst(16)),
            [0xA0, 111, 0, 1, 0, 0, 0, 1, 0, 0, 0, 7, 0xFF],
            // A compound whose length goes past the end, one that begins with a goodbye, and one of another version.
            [0x80, 200, 0xFF, 0xFF], [0x81, 203, 0, 1, 0, 0, 0, 7], [0x80, 201, 0, 1, 0, 0, 0, 7, 0x00, 0xFF, 0, 0],
            // A name that nobody has, an attribute that goes past the end, and what is no request.
            stun, Array(stun.prefix(22) + [0xFF, 0xFF] + stun.dropFirst(24)), indication.encoded() ?? [],
            // A message of CoAP, what no protocol begins with, and nothing.
            [0x40, 0x02, 0x00, 0x01], [0xFF], [],
        ]
    }

    /// Media, reports and checks where only signalling belongs, and a message of CoAP that cannot be read.
    private static let strays: [[UInt8]] = [
        [0x80, 111, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0x80, 201, 0, 1, 0, 0, 0, 7], [0, 1, 0, 0],
        [0x4F, 0x01, 0x00, 0x01],
    ]
}
