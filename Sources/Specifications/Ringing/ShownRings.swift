import Timing

/// The reactions of a client to the events of rings.
struct ShownRings: Specification {
    static let page = SpecificationPage(
        name: "arrival of a ring",
        statement:
            "A ring that reaches a client at rest becomes its ringingCall, and its calling state becomes incoming, at the "
            + "same instant. The ringing call is cleared when call.ended or call.deleted reaches the client, or the answer "
            + "of its user on another device. Without a ringing call no ring is incoming.",
        source: "semantics.md section 0, rule 6; 2.4",
        arrows: [
            .init(from: "at rest", to: "ringing", guards: ["call.ring was received"]),
            .init(
                from: "ringing", to: "at rest",
                guards: ["call.ended or call.deleted was received", "the user has answered on another device"]),
        ])

    /// The values that a client shows.
    private struct Client {
        var ringing = "none"
        var active = "none"
        var callingState = "idle"
        /// The calls that are not idle.
        var calls: Set<Substring> = []
        /// True once its participant has begun a command during the ring, which may be an answer.
        var hasActed = false
        /// The commands that ring and have not returned. Until they return, an end may belong to an earlier ring.
        var ringingCommands: Set<Int> = []
        var demand: Demand?

        var isAtRest: Bool { ringing == "none" && active == "none" && callingState == "idle" && calls.isEmpty }
    }

    /// A state that a client must show at the same instant.
    private enum Demand {
        /// The call is the ringing call.
        case rings(Substring)
        /// The call is not the ringing call any more.
        case isSilent(Substring, since: String)
        /// The calling state is not incoming.
        case isNotIncoming
    }

    /// The commands that may ring, and return after the response.
    static let ringing: Set<String> = ["call.ring", "call.create", "call.get", "call.join"]

    private var clients: [String: Client] = [:]
    private var answers = RingAnswers()
    /// The participants with a demand.
    private var demanding: [String] = []

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        answers.process(observation)
        switch observation {
        case .changed(let change): show(change)
        case .stage(let change, let cid) where change.to == "idle": clients[change.participant]?.calls.remove(cid)
        case .stage(let change, let cid): clients[change.participant, default: Client()].calls.insert(cid)
        case .command(let participant, let name, let number):
            clients[participant, default: Client()].hasActed = true
            clients[participant]?.demand = nil
            if Self.ringing.contains(name) { clients[participant]?.ringingCommands.insert(number) }
        case .returned(let participant, let number, _): clients[participant]?.ringingCommands.remove(number)
        case .received(let receipt) where !run.damagesDatagrams: receive(receipt, run)
        case .everyoneLeaves: clients = [:]
        case .crashed(let participant): clients[participant] = nil
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? {
        defer { demanding = [] }
        for name in demanding {
            guard let client = clients[name], let demand = client.demand else { continue }
            clients[name]?.demand = nil
            if let refusal = refusal(demand, client, name) { return refusal }
        }
        return nil
    }

    private mutating func show(_ change: PropertyChange) {
        let name = change.participant
        switch change.property {
        case "ringingCall":
            clients[name, default: Client()].ringing = change.to
            guard change.to == "none", clients[name]?.callingState == "incoming" else { return }
            demand(.isNotIncoming, of: name)
        case "activeCall": clients[name, default: Client()].active = change.to
        case "callingState":
            clients[name, default: Client()].callingState = change.to
            if change.to == "incoming" { clients[name]?.hasActed = false }
        default: break
        }
    }

    private mutating func receive(_ receipt: Receipt, _ run: RunTraits) {
        guard let cid = receipt.cid?[...] else { return }
        let name = receipt.participant
        let client = clients[name] ?? Client()
        let user = Substring(run.user(of: name))
        switch receipt.type {
        case "call.ring":
            if client.isAtRest, answers.isPending(user, in: cid) { demand(.rings(cid), of: name) }
        case "call.ended", "call.deleted":
            let isRinging = client.ringing == cid && client.ringingCommands.isEmpty
            demand(isRinging ? .isSilent(cid, since: "\(receipt.type) was received") : nil, of: name)
        case "call.accepted", "call.rejected", "call.missed", "call.blocked_user", "call.member_removed":
            if case .rings(cid)? = client.demand { demand(nil, of: name) }
            guard client.ringing == cid, !client.hasActed, answers.hasReached(name, of: user, in: cid) else { return }
            demand(.isSilent(cid, since: "its user has answered on another device"), of: name)
        default: break
        }
    }

    private mutating func demand(_ demand: Demand?, of name: String) {
        clients[name, default: Client()].demand = demand
        demanding.append(name)
    }

    private func refusal(_ demand: Demand, _ client: Client, _ name: String) -> Refusal? {
        switch demand {
        case .rings(let cid):
            guard client.ringing == "none" || client.callingState == "idle" else { return nil }
            return Refusal(
                name, "call.ring of \(cid) arrived, and it is \(client.callingState), ringing \(client.ringing)",
                allowed: ["incoming, ringing \(cid)"])
        case .isSilent(let cid, let reason):
            guard client.ringing == cid else { return nil }
            return Refusal(name, "\(reason), and ringingCall is \(cid)", allowed: ["none"])
        case .isNotIncoming:
            // A call that is being answered is at another stage than idle, and a refused answer ends its ring.
            let isAnswered = client.hasActed || !client.calls.isEmpty
            guard client.ringing == "none", client.callingState == "incoming", !isAnswered else { return nil }
            return Refusal(name, "callingState is incoming, and ringingCall is none", allowed: ["idle", "joining"])
        }
    }
}
