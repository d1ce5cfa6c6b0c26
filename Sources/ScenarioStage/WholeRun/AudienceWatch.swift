import Backend
import BackendCore
import ScenarioVocabulary
import Signaling
import Wire

/// Checks that each event of a call is sent to all connections of its members and followers, and to no others. An event
/// that rings is sent to each connection of a member once.
///
/// Requests determine the followers; the coordinator determines the members.
struct AudienceWatch {
    /// The events with an audience of their own.
    private static let narrow: Set<String> = [
        "call.ring", "call.notification", "call.missed", "call.permission_request", "call.permissions_updated",
        "call.moderation_blur", "call.moderation_warning",
    ]
    /// The events that ring, which only members receive.
    private static let rings: Set<String> = ["call.ring", "call.notification", "call.missed"]
    /// The events that the removed user itself still receives.
    private static let toRemovedUser: Set<String> = ["call.member_removed", "call.blocked_user", "call.kicked_user"]
    /// The requests after which a connection follows a call.
    private static let following: Set<CallAction> = [.get, .getOrCreate, .join, .ring]

    private struct Follower: Hashable {
        let user: String
        let peer: SocketAddress
    }

    private struct SentEvent {
        let type: String
        let cid: CallCid
        let users: [String]
        let membership: CallMembership
        /// The number of each user's connections when the event was sent.
        let connections: [String: Int]
    }

    /// The calls of the tokens of each user's connections; nil for a token for all calls.
    private let tokenCalls: [String: Set<CallCid?>]
    private var connections: [String: Int] = [:]
    /// The addresses from which each user has connected.
    private var peers: [String: Set<SocketAddress>] = [:]
    private var followers: [CallCid: Set<Follower>] = [:]
    /// The calls that each guest has followed.
    private var followedByGuests: [String: Set<CallCid>] = [:]
    /// The users of which it is unknown which connections follow a call.
    private var unclear: Set<String> = []
    /// True until addresses change, by which the following connections are known.
    private var knowsFollowers = true
    private var pending: [SentEvent] = []
    /// True while the pending events come from a timer, so that the next request did not cause them.
    private var timerHasFired = false
    /// The first violation, in words.
    private(set) var violation: String?

    /// - Parameter tokenCalls: The calls of the tokens of each user's connections; nil for a token for all calls.
    init(tokenCalls: [String: Set<CallCid?>] = [:]) {
        self.tokenCalls = tokenCalls
    }

    /// Processes a trace of the backend.
    ///
    /// - Parameter read: Returns the members of a call and its blocked users; nil for an unknown call.
    mutating func process(_ trace: BackendTrace, reading read: (CallCid) -> CallMembership?) {
        switch trace {
        case .event(let type, let cid?, let users) where Self.isForAll(type):
            guard let membership = read(cid) else { return }
            pending.append(
                SentEvent(type: type, cid: cid, users: users, membership: membership, connections: connections))
        case .event(let type, let cid?, let users) where Self.rings.contains(type):
            guard violation == nil, let membership = read(cid) else { return }
            let event = SentEvent(
                type: type, cid: cid, users: users, membership: membership, connections: connections)
            violation = text(ofRing: event)
        case .event("call.permissions_updated", let cid?, _):
            settle()
            let excluded = read(cid)?.withoutReading ?? []
            followers[cid] = followers[cid]?.filter { !excluded.contains($0.user) }
        case .connection(.opened, _, let user): connections[user, default: 0] += 1
        case .connection(.closed, _, let user), .connection(.forgotten, _, let user):
            // The events of a timer at this instant came before.
            if timerHasFired { settle() }
            close(user)
        case .timer:
            settle()
            timerHasFired = true
        case .request(let request):
            if timerHasFired { settle() }
            timerHasFired = false
            follow(request) { read($0)?.withoutReading ?? [] }
            settle()
        default: break
        }
    }

    /// Records that addresses changed or bytes were damaged: a connection may then have several addresses.
    mutating func disregardFollowers() { knowsFollowers = false }

    /// Checks the events so far. The request that caused them may have made its connection a follower.
    mutating func settle() {
        guard !pending.isEmpty else { return }
        for event in pending where violation == nil {
            violation = text(of: event)
            if event.type == "call.member_removed" { removeFollowers(after: event) }
        }
        pending = []
    }

    /// Updates the followers: a removed member may still follow the call, by its rights.
    private mutating func removeFollowers(after event: SentEvent) {
        let removed = Set(event.users).subtracting(event.membership.members)
        followers[event.cid] = followers[event.cid]?.filter { !removed.contains($0.user) }
        unclear.formUnion(removed)
    }

    private static func isForAll(_ type: String) -> Bool {
        (type.hasPrefix("call.") || type == "custom") && !narrow.contains(type)
    }

    private mutating func close(_ user: String) {
        connections[user, default: 0] -= 1
        if connections[user] ?? 0 > 0 { unclear.insert(user) } else { peers[user] = nil }
        for cid in followers.keys { followers[cid] = followers[cid]?.filter { $0.user != user } }
    }

    /// - Parameter withoutReading: Returns the users that may not read a call, and so never follow it.
    private mutating func follow(_ request: RequestTrace, _ withoutReading: (CallCid) -> Set<String>) {
        guard let user = request.userId, request.code.isSuccess else { return }
        switch request.route {
        // Requests do not show which of two connections with one address they come from.
        case .coordinator(.connect):
            if !peers[user, default: []].insert(request.peer).inserted, connections[user] ?? 0 > 1 {
                unclear.insert(user)
            }
        case .coordinator(.call(let cid, let action)) where Self.following.contains(action):
            guard !withoutReading(cid).contains(user) else { return }
            followers[cid, default: []].insert(Follower(user: user, peer: request.peer))
            limit(user, cid)
        // A query may make its connection follow every call in the result.
        case .coordinator(.call(let cid, .delete)): followers[cid] = nil
        case .coordinator(.client(.queryCalls)): unclear.insert(user)
        default: break
        }
    }

    /// A guest follows its latest 256 calls only (security.md).
    private mutating func limit(_ user: String, _ cid: CallCid) {
        guard user.hasPrefix("guest-") else { return }
        followedByGuests[user, default: []].insert(cid)
        if followedByGuests[user]?.count ?? 0 > 256 { unclear.insert(user) }
    }

    private func text(of event: SentEvent) -> String? {
        let membership = event.membership
        let sent = Self.counts(of: event.users)
        let members = Set(membership.members).subtracting(membership.blocked)
        for user in members.sorted() {
            guard let due = due(event.connections[user] ?? 0, of: user, event.cid) else { continue }
            if sent[user] ?? 0 != due { return words(event, user, sent[user] ?? 0, due) }
        }
        guard !Self.toRemovedUser.contains(event.type) else { return nil }
        return textOnOthers(event, sent.filter { !members.contains($0.key) }, membership)
    }

    /// Returns the violation of an event that rings: a member receives it once on each connection, others never.
    private func text(ofRing event: SentEvent) -> String? {
        let sent = Self.counts(of: event.users)
        let members = Set(event.membership.members).subtracting(event.membership.blocked)
        for user in sent.keys.sorted() {
            let connections = members.contains(user) ? event.connections[user] ?? 0 : 0
            guard let due = due(connections, of: user, event.cid) else { continue }
            if sent[user] ?? 0 != due { return words(event, user, sent[user] ?? 0, due) }
        }
        return nil
    }

    private static func counts(of users: [String]) -> [String: Int] {
        users.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    private func textOnOthers(_ event: SentEvent, _ sent: [String: Int], _ membership: CallMembership) -> String? {
        if let user = sent.keys.sorted().first(where: membership.blocked.contains) {
            return words(event, user, sent[user] ?? 0, 0)
        }
        guard knowsFollowers else { return nil }
        var known: [String: Int] = [:]
        for follower in followers[event.cid] ?? [] where !membership.blocked.contains(follower.user) {
            known[follower.user, default: 0] += 1
        }
        let strangers = Set(sent.keys).union(known.keys).subtracting(membership.members).subtracting(unclear)
        for user in strangers.sorted() {
            guard let due = due(known[user] ?? 0, of: user, event.cid) else { continue }
            if sent[user] ?? 0 != due { return words(event, user, sent[user] ?? 0, due) }
        }
        return nil
    }

    /// Returns the number of a user's connections whose tokens permit events of a call; nil when only some do.
    private func due(_ count: Int, of user: String, _ cid: CallCid) -> Int? {
        guard let calls = tokenCalls[user] else { return count }
        let permitted = calls.count { $0 == nil || $0 == cid }
        return permitted == calls.count ? count : permitted == 0 ? 0 : nil
    }

    private func words(_ event: SentEvent, _ user: String, _ sent: Int, _ expected: Int) -> String {
        "\(event.type) in \(event.cid) was sent to \(sent) connections of \(user) instead of \(expected)"
    }
}

extension CoAP.Code {
    fileprivate var isSuccess: Bool { codeClass == 2 }
}

extension Stage {
    /// Checks a trace of the backend.
    func watch(_ trace: BackendTrace) {
        audiences.process(trace) { backend?.membership(of: $0) }
        counts.process(trace)
        records.process(trace)
        serverOrders.process(trace)
        rights.process(trace) { backend?.capabilities(in: $0, of: $1) }
        reasons.process(
            trace, isBlocked: { backend?.membership(of: $0)?.blocked.contains($1) ?? false },
            reading: { reading(of: $0, by: $1) })
    }

    /// Returns the failure of an event that a client received wrongly or missed.
    func audienceFailure() -> ExpectationFailure? {
        audiences.settle()
        return audiences.violation.map {
            ExpectationFailure(
                reason: "an event was sent to the wrong clients",
                expected: "the members' connections and those that follow the call", actual: $0)
        }
    }
}
