import Wire

extension Stage {
    /// What is wrong with an expectation on packets; nil when it holds.
    func broken(_ expectation: PacketExpectation, _ step: Step) -> Director.Breach? {
        let count = record.packets.count { matches($0, expectation) }
        guard !expectation.count.isMet(by: .integer(Int64(count))) else { return nil }
        var names: [String] = []
        for end in [expectation.from, expectation.to] {
            if case .participants(let participants)? = end { names += participants }
        }
        return Director.Breach(
            reason: "the packets were not as expected", place: expectation.place, step: step,
            expected: "packets with \(expectation.criteria): \(expectation.count)", actual: "\(count)",
            participants: names)
    }

    private func matches(_ packet: RunRecord.Packet, _ expectation: PacketExpectation) -> Bool {
        let read = packet.dissection
        if let event = expectation.event, !read.events.contains(event) { return false }
        if let method = expectation.method, read.method != method { return false }
        if let status = expectation.status, read.status != status { return false }
        if let path = expectation.path {
            guard let actual = read.path, Self.matches(actual, pattern: path) else { return false }
        }
        if let size = expectation.size, !size.isMet(by: .integer(Int64(packet.byteCount))) { return false }
        return matches(packet.from.host, expectation.from) && matches(packet.to.host, expectation.to)
    }

    private func matches(_ host: HostAddress, _ end: PacketExpectation.Endpoint?) -> Bool {
        switch end {
        case nil: true
        case .participants(let participants): participants.contains(name(of: host))
        case .coordinator: host == plan.coordinator
        case .sfu: plan.serverName(host)?.hasPrefix("sfu") ?? false
        }
    }

    /// Whether a path is like a pattern in which `*` stands for anything.
    private static func matches(_ path: String, pattern: String) -> Bool {
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

extension PacketExpectation {
    /// What is asked of each packet, in words.
    fileprivate var criteria: String {
        var words: [String] = []
        if let event { words.append("event \(event)") }
        if let method { words.append("method \(method)") }
        if let path { words.append("path \(path)") }
        if let status { words.append("status \(status)") }
        if let size { words.append("size \(size)") }
        if let from { words.append("from \(from)") }
        if let to { words.append("to \(to)") }
        return words.joined(separator: ", ")
    }
}

extension PacketExpectation.Endpoint: CustomStringConvertible {
    /// As a scenario file writes it.
    public var description: String {
        switch self {
        case .participants(let names): names.joined(separator: " or ")
        case .coordinator: "coordinator"
        case .sfu: "sfu"
        }
    }
}
