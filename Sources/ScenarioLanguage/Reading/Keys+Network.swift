/// The keys of `network`, and of its changes and conditions.
extension Keys {
    /// The conditions of a link.
    package static let conditions = Keys(
        "`network`",
        [
            ("profile", "a named set of conditions; other keys override it", nil),
            ("latency", "the delay of a datagram", nil),
            ("jitter", "the variation of the delay: in both directions, or a distribution as in `{normal: 5ms}`", nil),
            ("loss", "the share of datagrams that are lost, in percent", nil),
            ("burst", "losses in bursts, or none", nil),
            ("duplicate", "the share of datagrams that are sent twice", nil),
            ("reorder", "the share of datagrams that are held back, so that later ones overtake them", nil),
            ("corrupt", "the share of datagrams that are damaged", nil),
            (
                "bandwidth",
                "the bits per second that get through, with headers, as in `256kbit/s`; or none for no limit", nil
            ),
            ("queue", "the bytes that may wait for the bandwidth; default 64KiB", nil),
            ("up", "the direction from the participant only: conditions, cut or heal", nil),
            ("down", "the direction to the participant only: conditions, cut or heal", nil),
        ])
    /// The keys of a change of the network besides conditions.
    package static let network = Keys(
        "`network`",
        [
            ("cut", "participants or servers whose datagrams are lost in both directions", nil),
            ("heal", "participants or servers whose cut ends", nil),
            ("offline", "participants without a network: they cannot send, and datagrams to them are lost", nil),
            ("online", "participants whose network returns", nil),
            ("drop", "the packets to lose, or none to stop losing them", nil),
            ("delay", "the packets to send later, and `by` how much", nil),
            ("repeat", "the packets to send twice, the second time later `by` a time", nil),
            (
                "rebind", "participants that appear at another port from now on, as behind a NAT whose binding expired",
                nil
            ),
            (
                "handover",
                "participants that appear at another address from now on, like a device that changes its network", nil
            ),
            ("flap", "participants whose network disappears and returns repeatedly, or none to stop", nil),
            (
                "spoof", "participants whose packets to their SFU are forged from another address, in every protocol",
                nil
            ),
            ("babble", "participants whose device also sends broken or misdirected packets", nil),
            ("intruder", "datagrams that an intruder copies or forges", nil),
        ])
    /// The keys of `burst`.
    package static let burst = Keys(
        "`burst`",
        [
            ("start", "the probability, at each datagram, that a burst starts", "start: 1%"),
            ("end", "the probability, at each datagram of a burst, that the burst ends", "end: 25%"),
            ("loss", "the share of datagrams that are lost in a burst; default 100%", nil),
        ])
    /// The keys of `reorder` in the form of a mapping.
    package static let reorder = Keys(
        "`reorder`",
        [
            ("share", "the share of datagrams that are held back", "share: 2%"),
            ("by", "the time; default 10ms", nil),
        ])
    /// The keys of `corrupt` in the form of a mapping.
    package static let corrupt = Keys(
        "`corrupt`",
        [
            ("bit", "the share of datagrams in which one bit is inverted", nil),
            ("byte", "the share of datagrams in which one byte is changed", nil),
            ("truncation", "the share of datagrams that are truncated", nil),
            ("arrives", "true when UDP's checksum does not detect the damage; default false", nil),
        ])
    /// The keys of `flap`.
    package static let flap = Keys(
        "`flap`",
        [
            ("who", "the owners of the network: participants, coordinator or sfu", "who: bob"),
            ("off", "the duration of each outage", "off: 200ms"),
            ("on", "the time between two outages", "on: 800ms"),
            ("times", "the number of outages; the network returns after each one", "times: 5"),
            ("by", "the kind of outage: offline, in which sending fails, or cut; default offline", nil),
        ])
    /// The keys of `intruder`.
    package static let intruder = Keys(
        "`intruder`",
        [
            ("replay", "the packet to send again: the last recorded one with these keys of `packets`", nil),
            ("request", "the request to forge", nil),
            ("datagram", "the bytes to send, in hexadecimal digits, such as `40 01 00 07`", nil),
            ("source", "the participant or server whose address is forged; default an address that never answers", nil),
            ("to", "the server or participant that receives it; default the receiver of the copied packet", nil),
            ("times", "the number of datagrams; default 1", nil),
            ("fresh", "true when each datagram has a message id of its own, so that none is a duplicate", nil),
            ("unproved", "true to remove the Request-Proof of the copied request", nil),
            ("first", "the bytes to send of each datagram; default all", nil),
        ])
    /// The keys of a forged request.
    package static let forgedRequest = Keys(
        "`request`",
        [
            ("method", "the method", "method: GET"),
            ("path", "the path", "path: /"),
            ("query", "the parts of the query, such as `ring=true`", nil),
            ("as", "the participant whose connection id, or session id at an SFU, it carries", nil),
            ("body", "the body, as a mapping", nil),
        ])
    /// Returns the keys of `replay`.
    package static func replay(_ fields: [PacketFieldSpec]) -> Keys {
        Keys("`replay`", packets(fields).rows.filter { $0.name != "count" })
    }

    /// The keys of `drop` that select among the matching packets.
    package static let choice = Keys(
        "`drop`",
        [
            ("next", "the number of packets, or all; default 1", nil),
            ("nth", "the positions of the packets, counted from now on: a number or a list", nil),
        ])
    /// Returns the keys of `drop`: the selection, and those of `packets` known before delivery, without the count.
    package static func drop(_ fields: [PacketFieldSpec], owner: String = "`drop`") -> Keys {
        Keys(
            owner,
            fields.filter(\.isKnownAtOnce).map { ($0.name, $0.about, nil) } + ends.rows.filter { $0.name != "count" }
                + choice.rows)
    }

    /// Returns the keys of `delay` and `repeat`: those of `drop`, and the time.
    package static func retime(_ fields: [PacketFieldSpec], owner: String) -> Keys {
        Keys(owner, drop(fields).rows + [("by", "the time", "by: 2s")])
    }
}
