import Backend
import BackendCore
import ScenarioVocabulary
import Signaling

/// Compares each response of the coordinator about a call with the call itself: a refusal says what is so, and no
/// request is granted without a known user, or to a blocked one (`semantics.md` section 0, rule 14; wire.md, "Messages
/// of refusals").
struct ReasonWatch {
    /// A call as the coordinator holds it at the instant of a response.
    struct Reading {
        let response: GetCallResponse
        /// The users with an open ring.
        let ringing: [String]
        /// Returns true for a user that the coordinator knows.
        let knows: (String) -> Bool
    }

    /// The first violation, in words.
    private(set) var violation: String?

    /// Processes a trace of the backend.
    ///
    /// - Parameters:
    ///   - isBlocked: Returns true for a user that is blocked in a call.
    ///   - read: Returns a call as a user may read it; nil when one of them is unknown.
    mutating func process(
        _ trace: BackendTrace, isBlocked: (CallCid, String) -> Bool, reading read: (CallCid, String) -> Reading?
    ) {
        guard violation == nil, case .request(let request) = trace, case .coordinator(let route) = request.route,
            let cid = route.cid
        else { return }
        if let refusal = request.refusal {
            guard let user = request.userId, let reading = read(cid, user),
                Self.isFalse(refusal.message, cid, user, reading)
            else { return }
            violation = "the request of \(user) in \(cid) was refused for a false reason: \(refusal.message)"
        } else if let user = request.userId {
            guard !route.mayBlock, isBlocked(cid, user) else { return }
            violation = "\(user) is blocked in \(cid), and its request was granted"
        } else {
            violation = "a request in \(cid) was granted, and its user is unknown"
        }
    }

    /// Returns true for a reason that the call contradicts.
    private static func isFalse(_ message: String, _ cid: CallCid, _ user: String, _ reading: Reading) -> Bool {
        let call = reading.response.call
        let participants = call.session?.participants ?? []
        func names(_ words: String) -> String? {
            message.firstRange(of: words).map { String(message[$0.upperBound...]) }
        }
        if message.contains("\(cid) is live already") { return call.backstage }
        if message.contains("\(cid) is in backstage already") { return !call.backstage }
        if message.contains("\(cid) has ended") { return call.endedAt == nil }
        if message.contains("there is no call \(cid)") { return true }
        if message.contains("the user is blocked in \(cid)") { return !call.blockedUserIds.contains(user) }
        if message.contains("this user has no ring in \(cid)") { return reading.ringing.contains(user) }
        if message.contains("\(cid) is full:") {
            let limit = call.settings.limits.maxParticipants
            let present = call.session?.participantsCountByRole.values.reduce(0, +) ?? 0
            return limit == 0 || present < limit
        }
        if let name = names("names no participant of the call: ") {
            return participants.contains { $0.userSessionId == name || $0.user.id == name }
        }
        return names("names no known user: ").map(reading.knows) ?? false
    }
}

extension CoordinatorRoute {
    /// The call that a request is about.
    fileprivate var cid: CallCid? {
        switch self {
        case .call(let cid, _), .egress(let cid, _): cid
        case .connect, .health, .disconnect, .client: nil
        }
    }

    /// True for a request that may block its own user.
    fileprivate var mayBlock: Bool {
        switch self {
        case .call(_, .block), .call(_, .kick): true
        default: false
        }
    }
}

extension Stage {
    /// Returns the failure of a response with a false reason.
    func reasonFailure() -> ExpectationFailure? {
        reasons.violation.map {
            ExpectationFailure(
                reason: "a response contradicts the call that it is about",
                expected: "a refusal with a true reason, and a granted request of a known user", actual: $0)
        }
    }

    /// Returns a call as the coordinator holds it for a user; nil when one of them is unknown.
    func reading(of cid: CallCid, by user: String) -> ReasonWatch.Reading? {
        guard let backend, let response = backend.read(cid, by: user) else { return nil }
        let ringing = backend.calls.first { $0.cid == cid }?.ringing ?? []
        return ReasonWatch.Reading(response: response, ringing: ringing) { backend.user($0) != nil }
    }
}
