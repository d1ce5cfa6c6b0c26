import Chance
import Journal
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Sockets
import Wire

extension Stage {
    /// Impersonates a participant from another address: sends datagrams of every protocol to its SFU.
    func spoof(_ name: String) {
        guard let target = performer(name)?.mediaTarget else {
            noteIdleFault("spoof: \(name)", "had no media path to imitate")
            return record.add(.fault(.init(target: name, text: "no sender to imitate: there is no path")))
        }
        do {
            let socket = try intruder()
            record.add(.fault(.init(target: name, text: "\(socket.address) pretends to be \(name)")))
            for datagram in Self.media(for: target) { socket.send(datagram, to: target.media) }
            for datagram in signaling(for: target) { socket.send(datagram, to: target.signaling) }
        } catch {
            record.add(.fault(.init(target: name, text: "its address cannot be forged: \(error)")))
        }
    }

    /// Returns a packet, a check with a wrong key, a report and a goodbye; then truncated and misdirected datagrams.
    private static func media(for target: MediaTarget) -> [[UInt8]] {
        let source = target.audioSource
        var packet = RTP.Packet(payloadType: 111, sequenceNumber: 1, timestamp: 1, ssrc: source, payload: [1, 2, 3])
        packet.elements = [RTP.Element(id: MediaFormat.audioLevelElement, value: [0x80])]
        var generator = SeededGenerator(seed: 1)
        let check = STUN.Message(
            .request, transactionID: STUN.TransactionID(from: &generator),
            attributes: [.username(target.user ?? "")])
        let goodbye: [RTCP.Packet] = [.receiverReport(ssrc: source, []), .bye([source], reason: nil)]
        let rtp = packet.encoded() ?? []
        let stun = check.encoded(STUN.Protection(key: [0])) ?? []
        // The extension's length and the last attribute's length exceed the datagram.
        let lying = rtp.prefix(14) + [0xFF, 0xFF] + rtp.dropFirst(16)
        let cut = stun.prefix(22) + [0xFF, 0xFF] + stun.dropFirst(24)
        return [
            rtp, stun, RTCP.encoded(goodbye) ?? [], Array(lying), Array(cut), [0x80, 200, 0xFF, 0xFF], [],
            [0x40, 0x02, 0x00, 0x01], [0xFF],
        ]
    }

    /// Returns a request to leave under the participant's identity, and media for a signaling port.
    private func signaling(for target: MediaTarget) -> [[UInt8]] {
        var message = CoAP.Message(type: .nonConfirmable, code: .post, messageID: intrusion.nextMessageID())
        message.options.uriPath = SFURoute.leave.path
        message.payload = SFULeaveRequest { $0.sessionId = target.sessionId }.encoded()
        return [message.encoded(), [0x80, 111, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 0, 0]]
    }
}
