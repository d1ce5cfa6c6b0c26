import Journal
import ScenarioLanguage
import ScenarioVocabulary

/// The rules that are judged by what a driver wrote.
extension DriverConversation {
    /// Returns the rule that a fault of the driver breaks.
    func rule(of fault: DriverFault) -> DriverRule {
        switch fault.writingFault {
        case .flushing?: .flushes
        case .order?: addition == .pauses ? .clock : .order
        case nil where hello == nil: addition == .unknownMembers ? .members : .hello
        case nil where isAdding || addition == .unknownMembers || addition == .pauses: addition.rule
        case nil: .answers
        }
    }

    /// Judges the rules about all lines together.
    mutating func conclude() {
        guard hello != nil else { return }
        let count = responses.count
        keep(.answers, .kept("\(count.counted("response"))"))
        keep(.flushes, .kept("\(count.counted("response")) came at once"))
        keep(.order, .kept(isVirtual ? "nothing came after `idle`" : "`synced` came last"))
        keep(.once, commandResponses.result)
        keep(.states, states)
        if isVirtual { keep(.timers, timer.result) }
        guard results[.connects]?.isBroken == false else { return }
        keep(.messageIDs, messageIDs)
        keep(.format, format)
        if isComplete { keep(.disconnects, disconnection) }
    }

    /// Adds a result that no fault decided before. After a fault only a broken rule is known.
    private mutating func keep(_ rule: DriverRule, _ result: DriverCheck.Result) {
        guard results[rule] == nil else { return }
        results[rule] = isComplete || result.isBroken ? result : .skipped("only for a whole conversation")
    }

    static func order(of helloResponse: DriverProbe.Response, _ hello: DriverHello) -> DriverCheck.Result {
        guard case .hello? = helloResponse.messages.first else {
            return .broken("it must be the first line, which was \(helloResponse.lines.first ?? "none")")
        }
        return .kept(hello.isVirtual ? "version 2, virtual time" : "version 1, real time")
    }

    func names(of hello: DriverHello) -> DriverCheck.Result {
        if let mistake = hello.unknownName(words) { return .broken(mistake) }
        let (commands, properties) = (hello.commands.count, hello.properties.count)
        return .kept(
            "\(commands) command\(commands == 1 ? "" : "s"), \(properties) propert\(properties == 1 ? "y" : "ies")")
    }

    static func sending(in response: DriverProbe.Response) -> DriverCheck.Result {
        let destinations = response.messages.compactMap { if case .send(_, let to) = $0 { "\(to)" } else { nil } }
        guard let first = destinations.first else { return .broken("`connect` was answered without a `send`") }
        return first == "127.0.0.1:5683" ? .kept("to the coordinator") : .broken("to \(first), not 127.0.0.1:5683")
    }

    private var states: DriverCheck.Result {
        var count = 0
        for response in responses {
            for (line, message) in zip(response.lines, response.messages) {
                guard case .state(let members) = message else { continue }
                for member in members {
                    count += 1
                    do throws(DriverReportError) { _ = try DriverReport(member, words) } catch {
                        return .broken("a state \(error.text): \(line)")
                    }
                }
            }
        }
        return .kept("\(count.counted("value"))")
    }
}

extension DriverHello {
    /// Returns the first command, property or option that scenarios do not have, in words; nil without one.
    func unknownName(_ words: LibraryWords) -> String? {
        let commands = Set(words.commands.map(\.name))
        let properties = Set(words.properties.map(\.name))
        let families: Set = ["custom", "events", "notifications", "refusals"]
        let wrong =
            self.commands.subtracting(commands).sorted().map { ($0, "a command", commands) }
            + self.properties.subtracting(properties).subtracting(families)
            .filter { !$0.hasPrefix("participants.") && !$0.hasPrefix("members.") }.sorted()
            .map { ($0, "a property", properties) }
            + options.subtracting(DriverOption.names).sorted().map { ($0, "an option", Set(DriverOption.names)) }
        guard let (name, kind, known) = wrong.first else { return nil }
        let advice = Spelling.suggestion(for: name, in: known.sorted()).map { "; \($0)" } ?? ""
        return "\(name.quoted) is not \(kind) of scenarios\(advice)"
    }
}
