import BackendCore
import Journal
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Sockets
import Wire

extension Stage {
    /// Sends the copied or forged datagrams of an intruder.
    func perform(_ act: IntruderAct) {
        record.add(.fault(.init(text: act.description)))
        do throws(IdleIntruder) {
            let original = try original(of: act)
            let to = act.receiver.flatMap { address(of: $0, for: original.bytes) } ?? original.to
            let send = try sender(act.source, of: original.bytes)
            for _ in 0..<act.times { send(intrusion.copy(original.bytes, act), to) }
        } catch {
            noteIdleFault(act.description, error.idleness)
            record.add(.fault(.init(text: "the intruder sends nothing: \(error.reason)")))
        }
    }

    /// Returns the way to the network: the intruder's own socket, or that of the host whose address is forged.
    private func sender(
        _ source: String?, of bytes: [UInt8]
    ) throws(IdleIntruder) -> ([UInt8], SocketAddress) -> Void {
        guard let source else {
            do {
                let socket = try intruder()
                return { socket.send($0, to: $1) }
            } catch {
                throw IdleIntruder("the intruder has no address: \(error)")
            }
        }
        if let performer = performer(source) {
            noteForgedSource()
            if !performer.spec.provesRequests { hasForgedClients = true }
            return { performer.send(raw: $0, to: $1) }
        }
        guard let address = address(of: source, for: bytes) else { throw IdleIntruder("\(source) has no address") }
        noteForgedSource()
        return { [network] in network.send($0, from: address, to: $1) }
    }

    private func noteForgedSource() {
        disturbed(addressesOrBytes: true)
        wire.hasForgedSources = true
    }

    /// Returns the address of a participant, or the port of a server that the bytes belong to.
    private func address(of name: String, for bytes: [UInt8]) -> SocketAddress? {
        if let performer = performer(name) { return performer.address }
        if name == "coordinator" { return plan.coordinatorAddress }
        let edge = name == "sfu" ? edges.first : edges.first { $0.name == name }
        switch DatagramKind(bytes) {
        case .stun, .rtp, .rtcp: return edge?.mediaAddress
        case .coap, .sip, nil: return edge?.address
        }
    }

    /// Returns the bytes and their receiver.
    private func original(of act: IntruderAct) throws(IdleIntruder) -> (bytes: [UInt8], to: SocketAddress) {
        let receiver = act.receiver ?? "coordinator"
        let bytes: [UInt8]
        switch act.content {
        case .replay(let filter):
            guard let packet = lastPacket(with: filter) else { throw .withoutPacket }
            return (packet.bytes, packet.to)
        case .request(let request):
            bytes = try forged(request, isForSFU: Cast.kind(ofServer: receiver) == "sfu")
        case .datagram(let datagram): bytes = datagram
        }
        guard let address = address(of: receiver, for: bytes) else { throw IdleIntruder("\(receiver) has no address") }
        return (bytes, address)
    }

    private func lastPacket(with filter: PacketFilter) -> RunRecord.Packet? {
        let kinds = filter.protocols
        let media = kinds.contains(.rtp) ? record.mediaPackets.last { matches($0, filter) } : nil
        let other = kinds == [.rtp] ? nil : record.packets.last { matches($0, filter) }
        return [media, other].compactMap(\.self).max { $0.number < $1.number }
    }

    // MARK: Forged requests

    private func forged(_ request: ForgedRequest, isForSFU: Bool) throws(IdleIntruder) -> [UInt8] {
        let codes = (UInt8(1)...7).map(CoAP.Code.init)
        guard let code = codes.first(where: { "\($0)" == request.method }) else {
            throw IdleIntruder("\(request.method) is not a method")
        }
        var message = CoAP.Message(type: .confirmable, code: code, messageID: intrusion.nextMessageID())
        message.options.uriPath = request.path.split(separator: "/").map(String.init)
        message.options.uriQuery = request.query
        var body = request.body
        if let owner = request.owner {
            guard let id = isForSFU ? performer(owner)?.sessionId : connectionID(of: owner), !id.isEmpty else {
                throw IdleIntruder("no request of \(owner) had a \(isForSFU ? "session" : "connection") id so far")
            }
            if isForSFU {
                body.insert(Value.Entry(key: "session_id", value: .text(id)), at: 0)
            } else {
                message.options.uriQuery.append("\(QueryName.connectionId)=\(id)")
            }
        }
        if !body.isEmpty {
            message.options.contentFormat = CoAP.ContentFormat.cbor
            message.payload = CBOR.map(body.map).encoded()
        }
        return message.encoded()
    }

    /// Returns the connection id of a participant's last request, as a reader of the packets sees it.
    private func connectionID(of name: String) -> String? {
        guard let host = performer(name)?.address.host else { return nil }
        let prefix = "\(QueryName.connectionId)="
        for packet in record.packets.reversed() where packet.from.host == host {
            guard case .coap(let message) = record.reader.decoded(packet, in: record).content,
                let part = message.options.uriQuery.first(where: { $0.hasPrefix(prefix) })
            else { continue }
            return String(part.dropFirst(prefix.count))
        }
        return nil
    }
}

/// The reason that an intruder sends nothing.
private struct IdleIntruder: Error {
    let reason: String
    /// The end of the note on an act without effect.
    let idleness: String

    init(_ reason: String) {
        self.reason = reason
        idleness = "sent nothing: \(reason)"
    }

    private init(_ reason: String, idleness: String) {
        self.reason = reason
        self.idleness = idleness
    }

    static let withoutPacket = IdleIntruder("no packet matches", idleness: PendingFault.noPacket)
}

/// The state of the intruder, and the bytes from and to its own address.
struct Intrusion {
    private var sent = 0
    private var received = 0
    private var lastMessageID: UInt16 = 0

    mutating func nextMessageID() -> UInt16 {
        lastMessageID &+= 1
        return lastMessageID
    }

    /// Returns the next datagram of an act.
    mutating func copy(_ bytes: [UInt8], _ act: IntruderAct) -> [UInt8] {
        var bytes = act.isUnproved ? Self.unproved(bytes) : bytes
        if act.isFresh, DatagramKind(bytes) == .coap, bytes.count >= 4 {
            let id = nextMessageID()
            bytes[2] = UInt8(id >> 8)
            bytes[3] = UInt8(truncatingIfNeeded: id)
        }
        return act.length.map { Array(bytes.prefix($0)) } ?? bytes
    }

    private static func unproved(_ bytes: [UInt8]) -> [UInt8] {
        guard var message = try? CoAP.Message(decoding: bytes) else { return bytes }
        message.options.removeAll(.requestProof)
        return message.encoded()
    }

    /// Counts a sent datagram, and not its copies by the network.
    mutating func count(_ datagram: DatagramRecord, at host: HostAddress) {
        guard datagram.from.host == host || datagram.to.host == host else { return }
        switch datagram.fate {
        case .sent: add(datagram, host, sign: 1)
        case .duplicated: add(datagram, host, sign: -1)
        case .delayed, .corrupted, .received, .lost, .kernelDropped, .undeliverable: break
        }
    }

    private mutating func add(_ datagram: DatagramRecord, _ host: HostAddress, sign: Int) {
        if datagram.from.host == host {
            sent += sign * datagram.bytes.count
        } else {
            received += sign * datagram.bytes.count
        }
    }

    /// The violation of the limit, in words.
    var violation: String? {
        guard received > CoAP.AddressProof.largestFactor * sent else { return nil }
        return "an address that is not proved received \(received) bytes, and only \(sent) came from it"
    }
}
