import Sockets
import Wire

extension Stage {
    /// What is wrong with an expectation on packets; nil when it holds.
    func broken(_ expectation: PacketExpectation, _ step: Step) -> Director.Breach? {
        let count = count(expectation.filter)
        guard !expectation.count.isMet(by: .integer(Int64(count))) else { return nil }
        var names: [String] = []
        for end in [expectation.filter.from, expectation.filter.to] {
            if case .participants(let participants)? = end { names += participants }
        }
        return Director.Breach(
            reason: "the packets were not as expected", place: expectation.place, step: step,
            expected: "packets with \(expectation.filter): \(expectation.count)", actual: "\(count)",
            participants: names)
    }

    private func count(_ filter: PacketFilter) -> Int {
        let packets = filter.kind == .rtp ? 0 : record.packets.count { matches($0, filter) }
        return packets + (filter.mayBeRTP ? countOfMedia(filter) : 0)
    }

    private func countOfMedia(_ filter: PacketFilter) -> Int {
        record.media.count {
            matches($0, filter.from) && matches($1, filter.to)
        } size: { size in
            filter.size?.isMet(by: .integer(Int64(size))) ?? true
        }
    }

    /// Whether an RTP packet, which is not among the record's packets, is one of those that are meant.
    func matches(_ datagram: DatagramRecord, _ filter: PacketFilter) -> Bool {
        guard filter.mayBeRTP, filter.size?.isMet(by: .integer(Int64(datagram.bytes.count))) ?? true else {
            return false
        }
        return matches(datagram.from.host, filter.from) && matches(datagram.to.host, filter.to)
    }

    /// Whether a packet is one of those that are meant.
    func matches(_ packet: RunRecord.Packet, _ filter: PacketFilter) -> Bool {
        let read = packet.dissection
        if let kind = filter.kind, read.kind != kind { return false }
        if let event = filter.event, !read.events.contains(event) { return false }
        if let method = filter.method, read.method != method { return false }
        if let status = filter.status, read.status != status { return false }
        if let path = filter.path {
            guard let actual = read.path, Self.matches(actual, pattern: path) else { return false }
        }
        if let size = filter.size, !size.isMet(by: .integer(Int64(packet.byteCount))) { return false }
        return matches(packet.from.host, filter.from) && matches(packet.to.host, filter.to)
    }

    private func matches(_ host: HostAddress, _ end: PacketFilter.Endpoint?) -> Bool {
        switch end {
        case nil: true
        case .participants(let participants): participants.contains(name(of: host))
        case .coordinator: host == plan.coordinator
        case .oneSFU(let name): plan.serverName(host) == name
        case .sfu: plan.serverName(host)?.hasPrefix("sfu") ?? false
        }
    }

    /// Whether a path is like a pattern in which `*` stands for anything.
    static func matches(_ path: String, pattern: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return path == pattern }
        guard path.hasPrefix(first), path.hasSuffix(last), path.count >= first.count + last.count else { return false }
        var rest = path.dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}

extension PacketFilter {
    /// Whether nothing in it speaks of another protocol than RTP.
    fileprivate var mayBeRTP: Bool {
        (kind == nil || kind == .rtp) && event == nil && method == nil && path == nil && status == nil
    }
}
