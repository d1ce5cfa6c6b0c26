import Journal
import Timing

/// Reads the occurrences of journal entries.
enum ObservationReader {
    /// Returns the occurrence of an entry; nil when no specification observes it.
    static func read(_ entry: JournalEntry) -> Observation? {
        switch entry.event {
        case .call(let call): .command(participant: call.participant, name: call.name, number: call.call)
        case .returned(let returned): read(returned)
        case .state(let change): change.observation
        case .event(let event):
            .received(Receipt(participant: event.participant, type: event.type, cid: event.cid))
        case .datagram(let datagram): TraceLine.message(datagram)
        case .fault(let fault): disturbance(fault)
        case .timer(let timer): fired(timer, at: entry.time)
        case .notification(let notification):
            .ended(participant: notification.participant, cid: notification.attributes.text("cid") ?? "")
        case .log(let log): read(log)
        case .runStarted(let start): start.clock == "real" ? .realTime : nil
        case .step, .datagrams, .expectation, .verdict: nil
        }
    }

    private static func disturbance(_ fault: JournalEvent.Fault) -> Observation {
        let target = fault.target ?? ""
        if target.hasPrefix("sfu"), ["crash", "restart"].contains(fault.text) { return .lostState }
        if fault.text == "crash" { return .crashed(target) }
        if fault.text.hasPrefix("refuses ") { return .refuses }
        let isDamage = ["corrupt", "cut to ", "from the address of "].contains { fault.text.contains($0) }
        return isDamage ? .damaged : .disturbed
    }

    private static func read(_ returned: JournalEvent.Returned) -> Observation {
        let hasFailed = if case .thrown = returned.outcome { true } else { false }
        return .returned(participant: returned.participant, number: returned.call, hasFailed: hasFailed)
    }

    private static func fired(_ timer: JournalEvent.Timer, at now: Instant) -> Observation? {
        guard case .fired = timer.phase, let armed = timer.armed else { return nil }
        return .fired(FiredTimer(owner: timer.owner, label: timer.label, length: armed.duration(to: now)))
    }

    private static func read(_ log: JournalEvent.Log) -> Observation? {
        guard let source = log.source else {
            return log.name == SpecificationWatch.leavingEntry ? .everyoneLeaves : nil
        }
        if source == "backend" { return TraceLine(log.name).observation }
        switch log.name {
        case "participant": return log.traits(of: source).map(Observation.takesPart)
        case "servers": return log.attributes.duration("fastReconnect").map(Observation.fastReconnect)
        case "interceptor":
            return .interceptor(
                participant: source, phase: log.attributes.text("phase") ?? "", cid: log.attributes.text("cid") ?? "")
        default: return .noted(participant: source, name: log.name)
        }
    }
}

extension JournalEvent.StateChange {
    private static let stagePrefix = "stage "

    fileprivate var observation: Observation {
        let change = PropertyChange(participant: participant, property: property, oldValue: from, newValue: to)
        guard property.hasPrefix(Self.stagePrefix) else { return .changed(change) }
        return .stage(change, cid: property.dropFirst(Self.stagePrefix.count))
    }
}

extension JournalEvent.Log {
    fileprivate func traits(of name: String) -> ParticipantTraits? {
        guard let user = attributes.text("user") else { return nil }
        var traits = ParticipantTraits(name: name, user: user)
        traits.interceptorLimit = attributes.duration("interceptorLimit")
        traits.disconnectionTimeout = attributes.duration("disconnectionTimeout")
        traits.isIntercepted = attributes.flag("isIntercepted")
        traits.leavesAlone = attributes.flag("leavesAlone")
        traits.rejectsWhenBusy = attributes.flag("rejectsWhenBusy")
        traits.isDriven = attributes.flag("isDriven")
        traits.isRegistered = attributes.flag("isRegistered")
        return traits
    }
}

extension [JournalAttribute] {
    fileprivate func text(_ name: String) -> String? {
        guard case .text(let text)? = first(where: { $0.name == name })?.value else { return nil }
        return text
    }

    fileprivate func flag(_ name: String) -> Bool { contains { $0.name == name && $0.value == true } }

    /// A number of milliseconds.
    fileprivate func duration(_ name: String) -> Duration? {
        guard case .integer(let milliseconds)? = first(where: { $0.name == name })?.value else { return nil }
        return .milliseconds(milliseconds)
    }
}
