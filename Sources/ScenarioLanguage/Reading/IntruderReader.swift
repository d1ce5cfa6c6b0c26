import YAML

/// Reads the datagrams of an intruder.
struct IntruderReader: NodeReader {
    let reading: FileReading

    private static let maxDatagrams = 10_000
    /// The length of a datagram. A capture holds no longer ones.
    private static let maxBytes = 1878

    func read(_ node: YAMLNode) -> NetworkChange? {
        let example = "intruder: {replay: {from: \(anyName), path: \"*/ring\"}}"
        guard let pairs = pairs(node, what: "`intruder`", example: example) else { return nil }
        return ifSound {
            let fields = fields(pairs, of: .intruder, at: Place(node.start))
            guard let content = content(fields, at: Place(node), example) else { return nil }
            var act = IntruderAct(content: content)
            act.source = fields["source"].flatMap { host($0) }
            act.receiver = fields["to"].flatMap { host($0) }
            act.times = fields["times"].flatMap { number($0, in: 1...Self.maxDatagrams) } ?? 1
            act.isFresh = fields["fresh"].flatMap { boolean($0) } ?? false
            act.isUnproved = fields["unproved"].flatMap { boolean($0) } ?? false
            act.length = fields["first"].flatMap { bytes($0) }.map { Int(clamping: $0) }
            return .intruder(act)
        }
    }

    private func content(_ fields: [String: YAMLNode], at place: Place, _ example: String) -> IntruderAct.Content? {
        switch (fields["replay"], fields["request"], fields["datagram"]) {
        case (let replay?, nil, nil): return self.replay(replay)
        case (nil, let request?, nil): return self.request(request)
        case (nil, nil, let datagram?):
            reading.hasRawDatagrams = true
            return hexadecimal(datagram).map(IntruderAct.Content.datagram)
        default:
            report(
                "`intruder` needs one of `replay`, `request` and `datagram`", at: place,
                suggestion: "write it like `\(example)`")
            return nil
        }
    }

    private func replay(_ node: YAMLNode) -> IntruderAct.Content? {
        let example = "replay: {from: \(anyName), path: \"*/ring\"}"
        guard let pairs = pairs(node, of: "replay", isEmpty: "chooses nothing", example: example) else { return nil }
        let fields = fields(pairs, of: .replay(vocabulary.packetFields), at: Place(node.start))
        return .replay(packetFilters.filter(fields))
    }

    private func request(_ node: YAMLNode) -> IntruderAct.Content? {
        let example = "request: {method: GET, path: /}"
        guard let pairs = pairs(node, what: "`request`", example: example) else { return nil }
        let fields = fields(pairs, of: .forgedRequest, at: Place(node.start))
        guard let method = fields["method"].flatMap({ word($0, of: .requestMethods) }),
            let path = fields["path"].flatMap({ path($0) })
        else { return nil }
        reading.forged.append((method, path))
        var request = ForgedRequest(method: method, path: path)
        request.query = fields["query"].map { ($0.items ?? [$0]).compactMap { text($0) } } ?? []
        request.owner = fields["as"].flatMap { participant($0) }
        if let body = fields["body"] {
            request.body = entries(self.pairs(body, what: "`body`", example: "body: {reason: bye}") ?? [])
        }
        guard request.leastLength <= Self.maxBytes else {
            report(
                "the request is longer than a datagram", at: Place(node),
                suggestion: "write at most \(Self.maxBytes) bytes: an intruder sends no blocks")
            return nil
        }
        return .request(request)
    }

    /// Returns bytes that are written as pairs of hexadecimal digits; spaces may stand between them.
    private func hexadecimal(_ node: YAMLNode) -> [UInt8]? {
        guard let text = text(node) else { return nil }
        let digits = text.filter { !$0.isWhitespace }
        let values = digits.compactMap(\.hexDigitValue)
        guard values.count == digits.count, values.count.isMultiple(of: 2), values.count <= 2 * Self.maxBytes else {
            report(
                "\(text.quoted) is not a datagram", at: Place(node),
                suggestion: "write at most \(Self.maxBytes) bytes, each as two digits, such as `40 01 00 07`")
            return nil
        }
        return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }

    /// Returns the only participant in a node.
    private func participant(_ node: YAMLNode) -> String? {
        guard let names = participants(in: node) else { return nil }
        guard names.count == 1 else {
            report("expected one participant, not \(names.count)", at: Place(node))
            return nil
        }
        return names.first
    }

    /// Returns the only participant or server in a node.
    private func host(_ node: YAMLNode) -> String? {
        guard let names = hosts(in: node) else { return nil }
        guard names.count == 1 else {
            report("expected one participant or server, not \(names.count)", at: Place(node))
            return nil
        }
        return names.first
    }
}
