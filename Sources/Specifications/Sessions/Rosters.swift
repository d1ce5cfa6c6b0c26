import Timing

/// The participants that a client sees.
struct Rosters: Specification {
    static let page = SpecificationPage(
        name: "rosters",
        statement:
            "A roster gains a participant whose user has joined the call at an SFU, and loses one that it had. Its "
            + "count follows. A client that is disconnected sees no participant.",
        source: "semantics.md 4.6; 5.3",
        arrows: [
            .init(from: "absent", to: "present", guards: ["the user has joined at an SFU"]),
            .init(from: "present", to: "absent"),
        ])

    /// The users in each participant's roster, with their numbers.
    private var rosters: [String: [Substring: Int]] = [:]
    /// The users that have ever joined, with the numbers of their sessions.
    private var joined: [Substring: Int] = [:]

    mutating func take(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .session(let change) where change.change == "joined": joined[change.user, default: 0] += 1
        case .changed(let change) where change.property == "roster": return move(change, run)
        case .crashed(let participant): rosters[participant] = nil
        default: break
        }
        return nil
    }

    /// Reads `2: +alice -bob`.
    private mutating func move(_ change: Change, _ run: RunTraits) -> Refusal? {
        let words = change.to.split(separator: " ")
        guard let head = words.first, head.last == ":", let count = Int(head.dropLast()), let former = Int(change.from)
        else { return nil }
        var roster = former == 0 ? [:] : rosters[change.participant] ?? [:]
        // Another call than before has a roster of its own.
        guard roster.values.reduce(0, +) == former else {
            rosters[change.participant] = nil
            return nil
        }
        var refusal: Refusal?
        for word in words.dropFirst() {
            let user = word.dropFirst()
            roster[user, default: 0] += word.first == "+" ? 1 : -1
            refusal = refusal ?? check(user, roster[user] ?? 0, change, run)
        }
        rosters[change.participant] = roster
        guard refusal == nil, count != roster.values.reduce(0, +) else { return refusal }
        return Refusal(
            change.participant, "its roster has \(count) participants",
            allowed: ["\(roster.values.reduce(0, +)) participants"])
    }

    private func check(_ user: Substring, _ count: Int, _ change: Change, _ run: RunTraits) -> Refusal? {
        if count < 0 {
            return Refusal(change.participant, "\(user) leaves its roster", allowed: ["those in the roster leave"])
        }
        // A damaged message may name another session.
        guard count > joined[user] ?? 0, !run.damagesDatagrams else { return nil }
        return Refusal(
            change.participant, "its roster has \(count) of \(user)", allowed: ["\(joined[user] ?? 0) of \(user)"],
            refused: ["the user has joined at an SFU"])
    }
}
