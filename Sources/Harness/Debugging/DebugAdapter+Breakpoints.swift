internal import Journal
internal import Reporting
internal import Tracing

/// Breakpoints at lines, on entries of the journal, and on changes of properties.
extension DebugAdapter {
    /// Sets the breakpoints of one file, at the steps that begin at or before their lines.
    mutating func setBreakpoints(_ request: DebugRequest) -> [UInt8] {
        let source = sources.source(request.arguments?["source"]?["path"]?.text)
        let wanted = request.arguments?["breakpoints"]?.elements ?? []
        if let source {
            session.playback.breakpoints.removeAll {
                if case .line(_, source.file, _) = $0 { true } else { false }
            }
        }
        let results = wanted.map { setBreakpoint($0, in: source) }
        return respond(request) { json in
            json.list("breakpoints", results) { result, json in
                json.flag("verified", result.problem == nil)
                json.field("line", result.line)
                json.field("message", result.problem)
            }
        }
    }

    private mutating func setBreakpoint(
        _ wanted: JSON, in source: DebugSources.Source?
    ) -> (line: Int?, problem: String?) {
        let wantedLine = wanted["line"]?.integer ?? 0
        guard let source else { return (wantedLine, "no step of this run is in this file") }
        guard let line = playback.lines(of: source.file).last(where: { $0 <= wantedLine }) else {
            return (wantedLine, "no step of this run begins at this line or before it")
        }
        do throws(RerunError) {
            let condition = try wanted["condition"]?.text.filled.map { text throws(RerunError) in
                try session.condition(text)
            }
            session.playback.breakpoints.append(.line(line, file: source.file, condition: condition))
            return (line, nil)
        } catch {
            return (line, "\(error)")
        }
    }

    /// Sets breakpoints on entries: `datagram TEXT`, `timer TEXT` and conditions, which an editor gives as names of
    /// functions.
    mutating func setEntryBreakpoints(_ request: DebugRequest) -> [UInt8] {
        let wanted = request.arguments?["breakpoints"]?.elements ?? []
        session.playback.breakpoints.removeAll {
            switch $0 {
            case .datagram, .timer, .condition: true
            case .line, .change: false
            }
        }
        var problems: [String?] = []
        for one in wanted {
            do throws(RerunError) {
                guard one["condition"]?.text.filled == nil else { throw Self.noCondition }
                session.playback.breakpoints.append(try session.breakpoint(one["name"]?.text ?? ""))
                problems.append(nil)
            } catch {
                problems.append("\(error)")
            }
        }
        return respond(request, withProblems: problems)
    }

    mutating func describeDataBreakpoint(_ request: DebugRequest) -> [UInt8] {
        let participants = playback.trace.participants
        let reference = request.arguments?["variablesReference"]?.integer ?? 0
        let name = request.arguments?["name"]?.text ?? ""
        guard reference <= participants.count else {
            return respond(request) { json in
                json.key("dataId")
                json.null()
                json.field("description", "only properties of participants can be watched")
            }
        }
        let owner = participants.indices.contains(reference - 1) ? participants[reference - 1] + "." : ""
        return respond(request) { json in
            json.field("dataId", owner + (name.split(separator: " ").first.map(String.init) ?? name))
            json.field("description", "changes of \(owner)\(name)")
        }
    }

    mutating func setDataBreakpoints(_ request: DebugRequest) -> [UInt8] {
        let wanted = request.arguments?["breakpoints"]?.elements ?? []
        session.playback.breakpoints.removeAll { if case .change = $0 { true } else { false } }
        let problems = wanted.map { one in
            guard one["condition"]?.text.filled == nil else { return "\(Self.noCondition)" as String? }
            session.playback.breakpoints.append(.change(PropertyName(one["dataId"]?.text ?? "")))
            return nil
        }
        return respond(request, withProblems: problems)
    }

    /// Returns the response with the problem of each breakpoint, nil for one that was set.
    private mutating func respond(_ request: DebugRequest, withProblems problems: [String?]) -> [UInt8] {
        respond(request) { json in
            json.list("breakpoints", problems) { problem, json in
                json.flag("verified", problem == nil)
                json.field("message", problem)
            }
        }
    }

    private static let noCondition = RerunError(
        "a condition belongs to a line, or is a function breakpoint of its own, such as `bob.callingState: inCall`")
}

extension String? {
    /// The text; nil when it is empty.
    fileprivate var filled: String? { self?.isEmpty == false ? self : nil }
}
