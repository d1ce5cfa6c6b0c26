public import Signaling
public import Wire

/// The configuration of a backend: secret, users, call types, hosts and time limits.
public struct BackendConfiguration: Sendable {
    /// The key that signs tokens.
    public var secret: [UInt8]
    /// The users that are known at the start. A user that connects with a valid token becomes known.
    public var users: [User]
    /// The kinds of calls that can be made.
    public var callTypes: [CallType]
    /// How many SFUs there are.
    public var sfuCount: Int
    /// Where the coordinator listens.
    public var coordinatorHost: HostAddress
    /// The UDP port of the coordinator, and on loopback of every SFU too.
    public var port: UInt16
    /// The limit of requests of one user at each server; nil for none.
    public var rateLimit: RateLimit?
    /// The largest encoding of an application's own data, in bytes.
    public var customDataLimit: Int
    /// The number of participants that every client is shown. A call with more is a large call: of the others clients
    /// receive the count alone, until one of them is pinned for everyone, dominates, shares a screen, or has a place.
    public var participantsShown = 100
    /// The number of participants that a call's session lists and that cause events; further ones are counted.
    /// Participants of the session learn more from their SFU.
    var participantsListed: Int { min(25, participantsShown) }
    /// The time limits of the backend.
    public var patience: BackendPatience
    /// The durations of recordings and broadcasts: start, file, frame.
    public var egress: EgressPace

    /// Describes a backend.
    public init(
        secret: [UInt8], users: [User] = [], callTypes: [CallType] = CallType.documented, sfuCount: Int = 1,
        coordinatorHost: HostAddress = HostAddress(127, 0, 0, 1), port: UInt16 = 5683,
        rateLimit: RateLimit? = RateLimit(), customDataLimit: Int = 5 * 1024,
        patience: BackendPatience = BackendPatience(), egress: EgressPace = EgressPace()
    ) {
        self.secret = secret
        self.users = users
        self.callTypes = callTypes
        self.sfuCount = sfuCount
        self.coordinatorHost = coordinatorHost
        self.port = port
        self.rateLimit = rateLimit
        self.customDataLimit = customDataLimit
        self.patience = patience
        self.egress = egress
    }

    /// The SFUs: on loopback each has a host of its own in the coordinator's net, `sfu-1` at 127.0.1.1 and so on;
    /// elsewhere they share the coordinator's host, on the ports that follow. Media has ports of its own, on
    /// loopback the one that is registered for RTP where signalling has CoAP's.
    public var edges: [Edge] {
        (1...max(1, min(sfuCount, 250))).prefix(max(0, sfuCount)).map { number in
            let nearby = HostAddress(value: coordinatorHost.value & 0xFFFF_0000 | 0x100 | UInt32(number))
            let address =
                coordinatorHost.isLoopback
                ? SocketAddress(host: nearby, port: port)
                : SocketAddress(host: coordinatorHost, port: UInt16(clamping: Int(port) + number))
            return Edge(
                name: "sfu-\(number)", address: address,
                mediaAddress: SocketAddress(host: address.host, port: mediaPort(of: address)))
        }
    }
}

extension BackendConfiguration {
    /// CoAP's own port on loopback goes with RTP's own; with any other port goes the next one that no server has.
    private func mediaPort(of sfu: SocketAddress) -> UInt16 {
        if coordinatorHost.isLoopback, port == 5683 { return MediaFormat.port }
        let distance = coordinatorHost.isLoopback ? 1 : max(1, min(sfuCount, 250))
        return UInt16(clamping: Int(sfu.port) + distance)
    }
}

/// One SFU: what it is called and where it listens.
public struct Edge: Hashable, Sendable {
    /// The name, such as `sfu-1`.
    public var name: String
    /// The address of signalling.
    public var address: SocketAddress { didSet { host = address.host.description } }
    /// The host of signalling, written once for all who are sent to it.
    private(set) var host: String
    /// The address of media.
    public var mediaAddress: SocketAddress

    /// Describes an SFU; its media is at the port that is registered for RTP unless told otherwise.
    public init(name: String, address: SocketAddress, mediaAddress: SocketAddress? = nil) {
        self.name = name
        self.address = address
        host = address.host.description
        self.mediaAddress = mediaAddress ?? SocketAddress(host: address.host, port: MediaFormat.port)
    }
}

/// How long a backend waits for what, and how much it keeps meanwhile.
public struct BackendPatience: Hashable, Sendable {
    /// The time without a request or an acknowledgement after which the coordinator ends a client's stream;
    /// nil disables it.
    public var silence: Duration? = .seconds(60)
    /// How long the events of a lost connection are kept for it.
    public var resumption: Duration
    /// How many events are kept for a connection that does not acknowledge; more of them end its resumption.
    public var retainedEvents: Int
    /// The longest delay of an event that is not urgent.
    public var eventDelay: Duration
    /// How long a change of the counts of a large call may wait for further ones.
    public var largeCallCounts = Duration.seconds(1)
    /// How long a client may give no sign of health before its signal counts as lost.
    public var health: Duration
    /// The time after that in which the client can resume its session.
    public var fastReconnect: Duration
    /// How long the credentials for an SFU last.
    public var credentials: Duration
    /// How long a session id that is over is remembered, so that nothing late brings it back: the longest life of a
    /// datagram and its duplicates (RFC 7252 section 4.8.2, EXCHANGE_LIFETIME).
    public var departure: Duration

    /// Describes the limits; each has a usual value.
    public init(
        resumption: Duration = .seconds(60), retainedEvents: Int = 1000, eventDelay: Duration = .milliseconds(100),
        health: Duration = .seconds(20), fastReconnect: Duration = .seconds(15),
        credentials: Duration = .seconds(14400),
        departure: Duration = .seconds(247)
    ) {
        self.resumption = resumption
        self.retainedEvents = retainedEvents
        self.eventDelay = eventDelay
        self.health = health
        self.fastReconnect = fastReconnect
        self.credentials = credentials
        self.departure = departure
    }
}
