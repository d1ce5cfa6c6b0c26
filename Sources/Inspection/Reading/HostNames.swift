internal import Capture
internal import Telephony
internal import Wire

/// The names of hosts, from a hosts file, the journal and the capture.
struct HostNames {
    private var names: [IPAddress: String]
    /// Names of the hosts file, which take precedence.
    private let given: [IPAddress: String]
    /// The participant that received a packet, by number, from the journal.
    private var receivers: [Int: String]
    private static let capacity = 65_536

    init(
        receivers: [Int: String] = [:], outsiders: [IPAddress: String] = [:], given: [IPAddress: String] = [:]
    ) {
        self.receivers = receivers
        self.given = given
        names = outsiders.merging(given) { $1 }
    }

    /// The name of a host, or nil.
    subscript(host: IPAddress) -> String? { names[host] }

    /// All names, sorted.
    var all: [String] { Set(names.values).sorted() }

    /// Returns the name, or the address.
    func text(_ host: IPAddress) -> String { names[host] ?? host.description }

    /// Returns the name, or the address and port.
    func text(_ endpoint: UDPEndpoint) -> String { names[endpoint.host] ?? endpoint.description }

    /// Learns names from a packet.
    mutating func learn(_ packet: InspectedPacket, _ exchange: Exchange?) {
        guard let datagram = packet.datagram else { return }
        if !receivers.isEmpty, let name = receivers.removeValue(forKey: packet.number) {
            // The journal knows devices; the capture knows users.
            set(name, datagram.destination.host, isSure: true)
        }
        guard let signal = packet.signal, let message = signal.message else { return }
        if signal.role == .request, signal.copy == nil {
            learn(request: message, path: exchange?.segments ?? [], datagram)
        } else if signal.role == .response, exchange?.callAction == "join" {
            guard let credentials = Body(message.payload)?["credentials"], let name = credentials.text("edge_name"),
                let host = credentials.text("host").flatMap({ HostAddress($0) })
            else { return }
            set(name, IPAddress(host), isSure: true)
        }
    }

    private mutating func learn(request: CoAP.Message, path: [String], _ datagram: UDPPacket) {
        switch path {
        case ["video", "connect"] where request.code == .fetch:
            set("coordinator", datagram.destination.host)
            if let user = Body(request.payload)?["user"]?.text("id") { set(user, datagram.source.host) }
        case ["sfu", "join"]: set("sfu", datagram.destination.host)
        default: break
        }
    }

    /// Learns the users of phones: the sender of a request that no proxy forwarded, and the owner of a contact.
    ///
    /// A proxy makes each CANCEL, and the ACK of a refusal, itself (RFC 3261 sections 9.1 and 17.1.1.3).
    ///
    /// Programs on one host share its address, which then names none of them.
    mutating func learn(_ packet: InspectedPacket, _ signal: SIPSignal) {
        guard let datagram = packet.datagram, let message = signal.message, let envelope = signal.envelope,
            datagram.source.host != datagram.destination.host
        else { return }
        if message.method != nil {
            let isOfEachHop = ["CANCEL", "ACK"].contains(envelope.method)
            if envelope.vias.count == 1, !isOfEachHop { set(envelope.from.user, datagram.source.host) }
        } else if let contact = message.contactHost, IPAddress(contact) == datagram.source.host {
            set(envelope.to.user, datagram.source.host)
        }
    }

    private mutating func set(_ name: String, _ host: IPAddress, isSure: Bool = false) {
        guard names.count < Self.capacity, isSure || names[host] == nil, given[host] == nil else { return }
        names[host] = name.printable
    }
}
