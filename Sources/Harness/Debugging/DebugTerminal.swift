internal import Journal
internal import Tracing

/// A debugger of a recorded run for a terminal; each line is a command.
struct DebugTerminal {
    private var playback: Playback
    private let file: String
    private let whatIf: WhatIf?

    init(_ playback: Playback, _ whatIf: WhatIf?) {
        self.whatIf = whatIf
        self.playback = playback
        file = playback.trace.start?.file ?? ""
    }

    static let help = """
        step, back               the next or the last step (s, b)
        instant, entry           the next instant, the next entry of the journal (i, e)
        continue, reverse        to a breakpoint, or to the end or the beginning (c, r)
        break LINE, watch NAME   stop where a step begins, or where a property such as bob.callingState changes
        break datagram TEXT      stop where a datagram is sent, received or lost; its line has all words of TEXT
        break timer TEXT         stop where a timer fires; its line has all words of TEXT
        timers, links            the pending timers; the faults of each link, and its datagrams under way
        print NAME, why NAME     a property, or a participant with all properties; the causes of a value (p, w)
        if COMMAND               run again with a command now, such as `if bob: accept`, and compare both futures
        quit                     (q)

        """

    /// Reads commands until `quit` or the end of the input.
    mutating func run() {
        Console.say(place)
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            guard let word = words.first else { continue }
            if word == "quit" || word == "q" { return }
            if word == "if", words.count > 1 {
                Console.say(compared(words.dropFirst().joined(separator: " ")))
                continue
            }
            if word == "break", words.count > 2 {
                Console.say(stop(atEntry: words.dropFirst().joined(separator: " ")))
                continue
            }
            Console.say(perform(word, words.dropFirst().first))
        }
    }

    private mutating func perform(_ word: String, _ operand: String?) -> String {
        switch (word, operand) {
        case ("step", nil), ("s", nil), ("next", nil), ("n", nil): return moved(.step)
        case ("back", nil), ("b", nil): return moved(.step, isBackwards: true)
        case ("instant", nil), ("i", nil): return moved(.instant)
        case ("entry", nil), ("e", nil): return moved(.entry)
        case ("continue", nil), ("c", nil): return ran(isBackwards: false)
        case ("reverse", nil), ("r", nil): return ran(isBackwards: true)
        case ("break", let text?): return stop(at: text)
        case ("watch", let name?):
            playback.breakpoints.append(.change(PropertyName(name)))
            return "stops where \(PropertyName(name)) changes\n"
        case ("timers", nil): return Self.list(playback.pendingTimers)
        case ("links", nil): return Self.list(playback.links)
        case ("print", let name?), ("p", let name?): return shown(name)
        case ("why", let name?), ("w", let name?): return explained(PropertyName(name))
        case ("help", _): return Self.help
        default: return Self.advice(on: word)
        }
    }

    private static let words = [
        "back", "break", "continue", "entry", "help", "if", "instant", "links", "next", "print", "quit", "reverse",
        "step", "timers", "watch", "why",
    ]

    private static func advice(on word: String) -> String {
        if words.contains(word) { return "`\(word)` is not used like this; `help` lists the commands\n" }
        let near = hint(word, words)
        return "there is no command `\(word)`\(near.isEmpty ? "; `help` lists the commands" : near)\n"
    }

    private mutating func moved(_ stride: Playback.Stride, isBackwards: Bool = false) -> String {
        let isMoved = playback.move(stride, isBackwards: isBackwards)
        return isMoved
            ? place + (stride == .entry ? eventText : "") : "\(isBackwards ? "the beginning" : "the end")\n\(place)"
    }

    private mutating func ran(isBackwards: Bool) -> String {
        switch playback.run(isBackwards: isBackwards) {
        case .datagram, .timer: return place + eventText
        case .line, .change: return place
        case nil: break
        }
        return "\(isBackwards ? "the beginning" : "the end")\n\(place)"
    }

    private mutating func stop(at text: String) -> String {
        guard let line = Int(text), let own = playback.lines.last(where: { $0 <= line }) else {
            return "no step begins at line \(text) or before it\n"
        }
        playback.breakpoints.append(.line(own))
        return "stops at line \(own)\n"
    }

    private mutating func stop(atEntry text: String) -> String {
        do throws(EntryBreakpoint.Problem) {
            let entry = try EntryBreakpoint(text, in: playback)
            playback.breakpoints.append(entry.breakpoint)
            return "stops at \(entry.count == 1 ? "1 entry" : "\(entry.count) entries") of this run\n"
        } catch {
            return "\(error)\n"
        }
    }

    /// The datagram or the timer at the position, on a line of its own.
    private var eventText: String { playback.eventText.map { "  \($0.withoutCommands())\n" } ?? "" }

    /// Returns a line for each value.
    static func list(_ values: [JournalAttribute]) -> String {
        values.isEmpty ? "  none\n" : values.map { "  \($0.name): \($0.value)\n" }.joined()
    }

    private func shown(_ name: String) -> String {
        guard name.contains(".") else {
            let properties = playback.properties(of: name)
            guard !properties.isEmpty else { return "the journal shows no property of \(name) yet\n" }
            return properties.map { "  \(name).\($0.name): \($0.value)\n" }.joined()
        }
        let value = playback.value(of: PropertyName(name))
        return "  \(name): \(value.map { "\($0)" } ?? "the journal shows no change yet")\n"
    }

    private func explained(_ property: PropertyName) -> String {
        do throws(CauseError) { return try playback.chain(of: property).text } catch { return "\(error)\n" }
    }

    private func compared(_ command: String) -> String {
        guard let whatIf else { return WhatIf.unavailable + "\n" }
        do throws(WhatIfError) { return try whatIf.futures(command, at: playback) } catch { return "\(error)\n" }
    }

    /// The instant, the step and the newest entry.
    private var place: String {
        let step = playback.step.map { "\($0.file ?? file):\($0.line): step \($0.index): \($0.text)" } ?? file
        return "\(playback.time)  \(step.withoutCommands())\n"
    }
}
