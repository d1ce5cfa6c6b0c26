internal import Inspection
internal import ScenarioLanguage
internal import Timing

// Notes on a selection that matches nothing.
extension InspectVerb {
    /// Prints that no packet is selected, and what the capture has instead.
    static func noteOnNothing(_ selection: PacketSelection, _ content: CaptureContent, _ words: ParsedArguments) {
        for text in notes(selection, content, words) { Console.error(.inspect, "note: \(text)") }
    }

    /// Prints that a packet's time can hardly be right.
    static func noteOnJump(_ jump: TimeJump) {
        let place = jump.packet == 1 ? "the start of the run" : "packet \(jump.packet - 1)"
        let words = "packet \(jump.packet) is more than a year \(jump.isForward ? "after" : "before") \(place)"
        Console.error(
            .inspect, "note: \(words): the time in its record is damaged, or the clock was set during the capture")
    }

    private static func notes(
        _ selection: PacketSelection, _ content: CaptureContent, _ words: ParsedArguments
    ) -> [String] {
        guard let span = content.span else { return ["the capture has no packet"] }
        var notes: [String] = []
        if let name = selection.participant, !content.names.contains(name) {
            let suggestion = Spelling.suggestion(for: name, in: content.names).map { "; \($0)" } ?? ""
            notes.append("no selected packet is from or to `\(name)`" + suggestion)
        }
        if let call = selection.call, !content.calls.contains(call) {
            let suggestion = Spelling.suggestion(for: call, in: content.calls).map { "; \($0)" }
            notes.append("no packet is of the call `\(call)`" + (suggestion ?? "; the capture has no call"))
        }
        let time = { (nanoseconds: Int64) in "\(Duration.nanoseconds(nanoseconds).seconds(decimals: 3)) s" }
        if let from = selection.from, from > span.upperBound {
            notes.append("no packet is after --from: the last one is at \(time(span.upperBound))")
        }
        if let to = selection.to, to < span.lowerBound {
            notes.append("no packet is before --to: the first one is at \(time(span.lowerBound))")
        }
        guard notes.isEmpty else { return notes }
        let options = [OptionName.bpf, .call, .participant, .event, .from, .to, .errors].filter { words.has($0) }
        let names = options.map { "--\($0.rawValue)" }.joined(separator: ", ")
        return ["no packet of \(content.packets) matches \(names)"]
    }
}
