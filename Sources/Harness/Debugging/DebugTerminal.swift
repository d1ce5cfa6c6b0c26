internal import Journal
internal import Tracing

/// A debugger of a recorded run for a terminal; each line is a command.
struct DebugTerminal {
    private var session: DebugSession
    private let file: String

    init(_ session: DebugSession) {
        self.session = session
        file = session.playback.trace.start?.file ?? ""
    }

    static let help = """
        step, back               the next or the last step (s, b)
        instant, entry           the next instant, the next entry of the journal (i, e)
        continue, reverse        to a breakpoint, or to the end or the beginning (c, r)
        break LINE [if EXPR]     stop where a step begins, at a line or at FILE:LINE of an included file
        break EXPR               stop where a condition becomes true, such as bob.callingState == inCall
        break datagram TEXT      stop where a datagram is sent, received or lost; its line has all words of TEXT
        break timer TEXT         stop where a timer fires; its line has all words of TEXT
        watch NAME               stop where a property such as bob.callingState changes
        breaks, delete [N]       the breakpoints; remove one, or all
        timers, links            the pending timers; the faults of each link, and its datagrams under way
        print EXPR, why NAME     a value; the causes of a value (p, w)
                                 EXPR is bob, bob.* with all properties, bob.participantCount, or a condition of the
                                 scenario language, such as bob.roster: {contains: [alice]}
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
            Console.say(perform(word, words.dropFirst().joined(separator: " ")))
        }
    }

    private mutating func perform(_ word: String, _ operand: String) -> String {
        guard operand.isEmpty else { return perform(word, on: operand) }
        switch word {
        case "step", "s", "next", "n": return moved(.step)
        case "back", "b": return moved(.step, isBackwards: true)
        case "instant", "i": return moved(.instant)
        case "entry", "e": return moved(.entry)
        case "continue", "c": return ran(isBackwards: false)
        case "reverse", "r": return ran(isBackwards: true)
        case "breaks": return breakpoints
        case "delete":
            session.playback.breakpoints = []
            return "no breakpoints\n"
        case "timers", "links": return answered(word)
        case "help": return Self.help
        default: return Self.advice(on: word)
        }
    }

    private mutating func perform(_ word: String, on operand: String) -> String {
        switch word {
        case "break": return stop(operand)
        case "watch":
            session.playback.breakpoints.append(.change(PropertyName(operand)))
            return "stops where \(PropertyName(operand)) changes\n"
        case "delete": return delete(operand)
        case "print", "p": return printed(operand)
        case "why", "w": return answered("why \(operand)")
        case "if": return answered("if \(operand)")
        case "help": return Self.help
        default: return Self.advice(on: word)
        }
    }

    private static let words = [
        "back", "break", "breaks", "continue", "delete", "entry", "help", "if", "instant", "links", "next", "print",
        "quit", "reverse",
        "step", "timers", "watch", "why",
    ]

    private static func advice(on word: String) -> String {
        if words.contains(word) { return "`\(word)` is not used like this; `help` lists the commands\n" }
        let near = hint(word, words)
        return "there is no command `\(word)`\(near.isEmpty ? "; `help` lists the commands" : near)\n"
    }

    private mutating func moved(_ stride: Playback.Stride, isBackwards: Bool = false) -> String {
        let isMoved = session.playback.move(stride, isBackwards: isBackwards)
        return isMoved
            ? place + (stride == .entry ? eventText : "") : "\(isBackwards ? "the beginning" : "the end")\n\(place)"
    }

    private mutating func ran(isBackwards: Bool) -> String {
        switch session.playback.run(isBackwards: isBackwards) {
        case .datagram, .timer: return place + eventText
        case .condition(let watched): return place + "  \(watched.text) becomes true\n"
        case .line, .change: return place
        case nil: break
        }
        return "\(isBackwards ? "the beginning" : "the end")\n\(place)"
    }

    // MARK: Breakpoints

    private mutating func stop(_ text: String) -> String {
        do throws(RerunError) {
            if let first = text.first, first.isNumber || text.contains(/^\S+\.ya?ml:\d/) {
                return try stop(atLine: text)
            }
            let breakpoint = try session.breakpoint(text)
            session.playback.breakpoints.append(breakpoint)
            let count = session.playback.count(of: breakpoint)
            return "stops at \(count == 1 ? "1 entry" : "\(count) entries") of this run\n"
        } catch {
            return "\(error)\n"
        }
    }

    /// Sets a breakpoint on `LINE`, `FILE:LINE`, or either with a condition after `if`.
    private mutating func stop(atLine text: String) throws(RerunError) -> String {
        let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
        let place = parts[0].split(separator: ":").map(String.init)
        let included = place.count == 2 && place[0] != file ? place[0] : nil
        guard let line = place.last.flatMap({ Int($0) }),
            let own = session.playback.lines(of: included).last(where: { $0 <= line })
        else { return "no step begins at line \(parts[0]) or before it\n" }
        guard parts.count == 1 || (parts.count == 3 && parts[1] == "if") else {
            return "write a condition behind `if`, as in `break \(parts[0]) if bob.callingState: inCall`\n"
        }
        let condition = parts.count == 3 ? try session.condition(parts[2]) : nil
        session.playback.breakpoints.append(.line(own, file: included, condition: condition))
        return "stops at line \(own)\(condition.map { " if \($0.text)" } ?? "")\n"
    }

    private mutating func delete(_ text: String) -> String {
        guard let number = Int(text), session.playback.breakpoints.indices.contains(number - 1) else {
            return "there is no breakpoint \(text); `breaks` lists them\n"
        }
        session.playback.breakpoints.remove(at: number - 1)
        return breakpoints
    }

    private var breakpoints: String {
        let all = session.playback.breakpoints.enumerated().map { "  \($0 + 1)  \($1)\n" }
        return all.isEmpty ? "no breakpoints\n" : all.joined()
    }

    // MARK: Values

    private mutating func printed(_ text: String) -> String {
        do throws(RerunError) {
            let value = try session.value(of: text)
            return value.contains("\n") ? value : "  \(text): \(value)\n"
        } catch {
            return "\(error)\n"
        }
    }

    private mutating func answered(_ question: String) -> String {
        do throws(RerunError) { return try session.answer(to: question) } catch { return "\(error)\n" }
    }

    /// The datagram or the timer at the position, on a line of its own.
    private var eventText: String { session.playback.eventText.map { "  \($0.withoutCommands())\n" } ?? "" }

    /// The instant, the step and the newest entry.
    private var place: String {
        let playback = session.playback
        let step = playback.step.map { "\($0.file ?? file):\($0.line): step \($0.index): \($0.text)" } ?? file
        return "\(playback.time)  \(step.withoutCommands())\n"
    }
}
