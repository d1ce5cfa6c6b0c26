internal import Capture
internal import Inspection
internal import Reporting

/// `rollcall inspect`: shows what a capture says.
enum InspectVerb {
    static func perform(_ words: Words) throws(UsageError) -> ExitStatus {
        let request = try request(words)
        do {
            try Inspector(request) { Descriptor.write($0, to: 1) }.run()
            return .success
        } catch {
            Console.complain("rollcall inspect: \(error)\n")
            switch error {
            case .cannotOpen, .damaged: return .invalid
            case .badFilter: return .usage
            case .cannotWrite: return .fault
            }
        }
    }

    private static func request(_ words: Words) throws(UsageError) -> InspectionRequest {
        guard let file = words.operands.first, words.operands.count == 1 else {
            throw UsageError(.inspect, "name one capture file, or - for the standard input")
        }
        var request = InspectionRequest(file: file, view: try view(words))
        request.hasBodies = words.has(.decode)
        request.selection = try selection(words)
        request.copy = words[.write]
        request.width = Console.width ?? request.width
        request.isColoured = Console.style.isColoured
        if let copy = request.copy, copy == file, file != "-" {
            throw UsageError(.inspect, "--write would overwrite the capture that is read")
        }
        return request
    }

    private static func view(_ words: Words) throws(UsageError) -> InspectionRequest.View {
        let given = [OptionName.packets, .json, .ladder, .rtp].filter { words.has($0) }
        guard given.count <= 1 else {
            throw UsageError(.inspect, "--\(given[0].rawValue) and --\(given[1].rawValue) exclude each other")
        }
        switch given.first {
        case .json: return .json
        case .ladder, .rtp:
            guard !words.has(.decode) else { throw UsageError(.inspect, "--decode goes with --packets or --json") }
            return given.first == .rtp ? .rtp : .ladder
        default: return words.has(.decode) ? .decoded : words.has(.packets) ? .packets : .summary
        }
    }

    private static func selection(_ words: Words) throws(UsageError) -> PacketSelection {
        var selection = PacketSelection()
        selection.filter = words[.bpf]
        selection.call = words[.call]
        selection.participant = words[.participant]
        selection.event = words[.event]
        selection.from = try time(.from, words)
        selection.to = try time(.to, words)
        selection.isErrorsOnly = words.has(.errors)
        return selection
    }

    /// A time in nanoseconds, given in seconds.
    private static func time(_ name: OptionName, _ words: Words) throws(UsageError) -> Int64? {
        guard let text = words[name] else { return nil }
        let digits = text.hasSuffix("s") ? String(text.dropLast()) : text
        guard let seconds = Double(digits), let time = Int64(exactly: (seconds * 1e9).rounded()) else {
            throw UsageError(.inspect, "--\(name.rawValue) needs a number of seconds, and is `\(text)`")
        }
        return time
    }
}
