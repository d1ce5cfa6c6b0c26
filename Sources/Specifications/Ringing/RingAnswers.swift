/// The answers to rings that were sent to users and received by participants, and the ends of rings.
///
/// An event does not name the device that answered. The number of received events decides: answers of other users come
/// before the user's own answer.
struct RingAnswers: Sendable {
    /// The key of a number of answers: events of one type in one call.
    private struct Count: Hashable {
        let cid: Substring
        /// The user that the events were sent to, or the participant that received them.
        let name: Substring
        let type: Substring
    }

    /// The users that have answered the last ring of each call, with the type of that event.
    private var answers: [Substring: [Substring: Substring]] = [:]
    /// The number of answers that were sent to each user.
    private var sent: [Count: Int] = [:]
    /// The number of answers that were sent to each user up to the user's own last answer.
    private var own: [Count: Int] = [:]
    /// The number of answers that each participant has received.
    private var received: [Count: Int] = [:]
    /// The calls whose last ring has ended, or may have, for all users.
    private var over: Set<Substring> = []

    private static let types: Set<Substring> = ["call.accepted", "call.rejected"]

    /// Processes an occurrence: a granted answer, or an event that was sent or received.
    mutating func process(_ observation: Observation) {
        switch observation {
        case .request(let request) where request.isGranted: if let cid = request.cid { process(request, in: cid) }
        case .sent(let event): if let cid = event.cid { process(event, in: cid) }
        case .received(let receipt): if let cid = receipt.cid { process(receipt, in: cid[...]) }
        default: break
        }
    }

    private mutating func process(_ request: ObservedRequest, in cid: Substring) {
        guard request.operation == "accept" || request.operation == "reject" else { return }
        let type: Substring = request.operation == "accept" ? "call.accepted" : "call.rejected"
        answers[cid, default: [:]][request.user] = type
        let count = Count(cid: cid, name: request.user, type: type)
        own[count] = sent[count]
        // The rejection may be the caller's, which cancels the ring.
        if request.operation == "reject" { over.insert(cid) }
    }

    private mutating func process(_ event: SentEvent, in cid: Substring) {
        if Self.types.contains(event.type) {
            for user in Set(event.users) { sent[Count(cid: cid, name: user, type: event.type), default: 0] += 1 }
        }
        if event.type == "call.ended" || event.type == "call.deleted" { over.insert(cid) }
        guard event.type == "call.ring" else { return }
        // A ring that a new connection receives is an earlier one. Its client compares it with all rejections of the session.
        guard !event.isPast else {
            if answers[cid]?.values.contains("call.rejected") ?? false { over.insert(cid) }
            return
        }
        over.remove(cid)
        for user in event.users { answers[cid]?[user] = nil }
    }

    private mutating func process(_ receipt: Receipt, in cid: Substring) {
        guard Self.types.contains(receipt.type[...]) else { return }
        received[Count(cid: cid, name: receipt.participant[...], type: receipt.type[...]), default: 0] += 1
    }

    /// True while a user can answer the last ring of a call.
    func isPending(_ user: Substring, in cid: Substring) -> Bool {
        answers[cid]?[user] == nil && !over.contains(cid)
    }

    /// True when a participant has received its user's own answer.
    func hasReached(_ participant: String, of user: Substring, in cid: Substring) -> Bool {
        guard let type = answers[cid]?[user] else { return false }
        let number = own[Count(cid: cid, name: user, type: type), default: 0]
        return received[Count(cid: cid, name: participant[...], type: type), default: 0] >= number
    }
}
