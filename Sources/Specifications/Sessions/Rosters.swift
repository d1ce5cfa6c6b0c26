import Journal
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

    /// The users in a roster, with the numbers of their sessions.
    private typealias Roster = [Substring: Int]

    /// The rosters of each participant, the latest last.
    ///
    /// A participant that moves from one call to another has two rosters for a moment, and a change does not name its
    /// call.
    private var rosters: [String: [Roster]] = [:]
    /// The users that have joined so far, with the numbers of their sessions.
    private var joined: [Substring: Int] = [:]

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .session(let change) where change.change == "joined": joined[change.user, default: 0] += 1
        case .changed(let change) where change.property == "roster": return move(change, run)
        case .crashed(let participant): rosters[participant] = nil
        default: break
        }
        return nil
    }

    /// Reads `2: +alice -bob`.
    private mutating func move(_ change: PropertyChange, _ run: RunTraits) -> Refusal? {
        let words = change.to.split(separator: " ")
        guard let head = words.first, head.last == ":", let count = Int(head.dropLast()), let former = Int(change.from)
        else { return nil }
        var known = rosters[change.participant] ?? []
        if former == 0 { known.append([:]) }
        let changed = known.indices.filter { Self.size(known[$0]) == former }.map { index in
            (index: index, outcome: apply(words.dropFirst(), to: known[index], count, change, run))
        }
        guard let (index, outcome) = changed.last(where: { $0.outcome.refusal == nil }) ?? changed.last else {
            rosters[change.participant] = nil
            return nil
        }
        known.remove(at: index)
        if count > 0 { known.append(outcome.roster) }
        rosters[change.participant] = known
        return outcome.refusal
    }

    private static func size(_ roster: Roster) -> Int { roster.values.reduce(0, +) }

    private func apply(
        _ words: ArraySlice<Substring>, to roster: Roster, _ count: Int, _ change: PropertyChange, _ run: RunTraits
    ) -> (roster: Roster, refusal: Refusal?) {
        var (roster, refusal) = (roster, Refusal?.none)
        for word in words {
            let user = word.dropFirst()
            roster[user, default: 0] += word.first == "+" ? 1 : -1
            refusal = refusal ?? check(user, roster[user] ?? 0, change, run)
        }
        let size = Self.size(roster)
        guard refusal == nil, count != size else { return (roster, refusal) }
        return (
            roster,
            Refusal(
                change.participant, "its roster has \(count.counted("participant"))",
                allowed: [size.counted("participant")])
        )
    }

    private func check(_ user: Substring, _ count: Int, _ change: PropertyChange, _ run: RunTraits) -> Refusal? {
        // A damaged message may name another session, or another user.
        guard !run.damagesDatagrams else { return nil }
        if count < 0 {
            return Refusal(
                change.participant, "\(user) leaves its roster", allowed: ["a participant in the roster leaves it"])
        }
        guard count > joined[user] ?? 0 else { return nil }
        return Refusal(
            change.participant, "its roster has \(count) of \(user)", allowed: ["\(joined[user] ?? 0) of \(user)"],
            refused: ["the user has joined at an SFU"])
    }
}
