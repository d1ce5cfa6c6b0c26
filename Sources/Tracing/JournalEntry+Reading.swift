package import Journal
internal import Timing
internal import Wire

extension JournalEntry {
    /// Reads a line of `journal.ndjson`; nil when it is not an entry.
    package init?(reading json: JSON) {
        guard let number = json["number"]?.integer, let time = json["time"]?.instant,
            let kind = json["kind"]?.text, let event = JournalEvent(kind: kind, json)
        else { return nil }
        self.init(number: number, time: time, event: event)
    }
}

extension JournalEvent {
    fileprivate init?(kind: String, _ json: JSON) {
        let event: JournalEvent? =
            switch kind {
            case "runStarted": RunStarted(json).map { .runStarted($0) }
            case "step": Step(json).map { .step($0) }
            case "call": Call(json).map { .call($0) }
            case "returned": Returned(json).map { .returned($0) }
            case "state": StateChange(json).map { .state($0) }
            case "event": Event(json).map { .event($0) }
            case "datagram": Datagram(json).map { .datagram($0) }
            case "datagrams": Datagrams(json).map { .datagrams($0) }
            case "fault": json["text"]?.text.map { .fault(Fault(target: json["target"]?.text, text: $0)) }
            case "timer": Timer(json).map { .timer($0) }
            case "notification": Notification(json).map { .notification($0) }
            case "log":
                json["name"]?.text.map {
                    .log(Log(source: json["source"]?.text, name: $0, attributes: json["attributes"].attributes))
                }
            case "expectation": Expectation(json).map { .expectation($0) }
            case "verdict":
                json["verdict"]?.text.flatMap(Verdict.Kind.init).map {
                    .verdict(Judgement(kind: $0, reason: json["reason"]?.text))
                }
            default: nil
            }
        guard let event else { return nil }
        self = event
    }
}

extension JournalEvent.RunStarted {
    fileprivate init?(_ json: JSON) {
        guard let scenario = json["scenario"]?.text, let file = json["file"]?.text, let seed = json["seed"]?.unsigned,
            let clock = json["clock"]?.text
        else { return nil }
        self.init(scenario: scenario, file: file, seed: seed, clock: clock)
    }
}

extension JournalEvent.Step {
    fileprivate init?(_ json: JSON) {
        guard let index = json["step"]?.integer, let line = json["line"]?.integer, let text = json["text"]?.text,
            let phase = json["phase"]?.text.flatMap(Phase.init)
        else { return nil }
        self.init(index: index, line: line, file: json["file"]?.text, text: text, phase: phase)
    }
}

extension JournalEvent.Call {
    fileprivate init?(_ json: JSON) {
        guard let participant = json["participant"]?.text, let call = json["call"]?.integer,
            let name = json["name"]?.text
        else { return nil }
        self.init(participant: participant, call: call, name: name, arguments: json["arguments"].attributes)
    }
}

extension JournalEvent.Returned {
    fileprivate init?(_ json: JSON) {
        guard let participant = json["participant"]?.text, let call = json["call"]?.integer else { return nil }
        let value = json["value"].map(JournalValue.init) ?? .none
        let error = json["error"]?.text.map { Outcome.thrown(type: $0, message: json["message"]?.text ?? "") }
        self.init(participant: participant, call: call, name: json["name"]?.text, outcome: error ?? .value(value))
    }
}

extension JournalEvent.StateChange {
    fileprivate init?(_ json: JSON) {
        guard let participant = json["participant"]?.text, let property = json["property"]?.text else { return nil }
        self.init(
            participant: participant, property: property, from: json["from"].map(JournalValue.init) ?? .none,
            to: json["to"].map(JournalValue.init) ?? .none, cause: json["cause"]?.integer)
    }
}

extension JournalEvent.Event {
    fileprivate init?(_ json: JSON) {
        guard let participant = json["participant"]?.text, let type = json["type"]?.text else { return nil }
        self.init(
            participant: participant, type: type, cid: json["cid"]?.text, datagram: json["datagram"]?.integer)
    }
}

extension JournalEvent.Datagram {
    fileprivate init?(_ json: JSON) {
        guard let from = json["from"]?.text.flatMap(SocketAddress.init), let fate = Fate(json),
            let to = json["to"]?.text.flatMap(SocketAddress.init), let count = json["byteCount"]?.integer
        else { return nil }
        self.init(
            number: json["datagram"]?.integer, from: from, to: to, byteCount: count, fate: fate,
            summary: json["summary"]?.text)
    }
}

extension JournalEvent.Datagram.Fate {
    fileprivate init?(_ json: JSON) {
        switch json["fate"]?.text {
        case "sent": self = .sent
        case "delayed":
            guard let until = json["until"]?.instant else { return nil }
            self = .delayed(until: until)
        case "received": self = .received
        case "lost": self = .lost(reason: json["reason"]?.text ?? "")
        case "corrupted": self = .corrupted
        case "duplicated": self = .duplicated
        case "kernelDropped": self = .kernelDropped
        case "undeliverable": self = .undeliverable
        default: return nil
        }
    }
}

extension JournalEvent.Datagrams {
    fileprivate init?(_ json: JSON) {
        guard let from = json["from"]?.text.flatMap(SocketAddress.init), let count = json["byteCount"]?.integer,
            let to = json["to"]?.text.flatMap(SocketAddress.init), let ssrc = json["ssrc"]?.integer
        else { return nil }
        let first = json["first"]?.integer
        let last = json["last"]?.integer
        let numbers = first.flatMap { first in last.flatMap { first <= $0 ? first...$0 : nil } }
        self.init(
            from: from, to: to, ssrc: UInt32(truncatingIfNeeded: ssrc), numbers: numbers,
            sent: json["sent"]?.integer ?? 0, received: json["received"]?.integer ?? 0,
            delayed: json["delayed"]?.integer ?? 0, byteCount: count)
    }
}

extension JournalEvent.Timer {
    fileprivate init?(_ json: JSON) {
        guard let owner = json["owner"]?.text, let label = json["label"]?.text, let phase = Phase(json) else {
            return nil
        }
        self.init(owner: owner, label: label, phase: phase, armed: json["armed"]?.instant)
    }
}

extension JournalEvent.Timer.Phase {
    fileprivate init?(_ json: JSON) {
        switch json["phase"]?.text {
        case "armed":
            guard let until = json["until"]?.instant else { return nil }
            self = .armed(until: until)
        case "fired": self = .fired
        case "cancelled": self = .cancelled
        default: return nil
        }
    }
}

extension JournalEvent.Notification {
    fileprivate init?(_ json: JSON) {
        guard let participant = json["participant"]?.text, let name = json["name"]?.text else { return nil }
        self.init(participant: participant, name: name, attributes: json["attributes"].attributes)
    }
}

extension JournalEvent.Expectation {
    fileprivate init?(_ json: JSON) {
        guard let line = json["line"]?.integer, let text = json["text"]?.text, let outcome = json["outcome"]?.text
        else { return nil }
        let failed = Outcome.failed(expected: json["expected"]?.text ?? "", actual: json["actual"]?.text ?? "")
        self.init(
            index: json["step"]?.integer, line: line, file: json["file"]?.text, text: text,
            outcome: outcome == "held" ? .held : failed)
    }
}

extension JSON? {
    fileprivate var attributes: [JournalAttribute] {
        guard case .object(let members) = self else { return [] }
        return members.map { JournalAttribute($0.name, JournalValue($0.value)) }
    }
}

extension JournalValue {
    fileprivate init(_ json: JSON) {
        switch json {
        case .null, .object: self = .none
        case .boolean(let value): self = .boolean(value)
        case .number(let digits): self = Int64(digits).map { .integer($0) } ?? .number(Double(digits) ?? 0)
        case .text(let value): self = .text(value)
        case .array(let values): self = .list(values.map(JournalValue.init))
        }
    }
}
