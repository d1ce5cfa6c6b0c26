import Wire

/// The answers to rings that later bodies of the same session must show: accepted, rejected or missed, until the
/// user is rung again or answers otherwise.
struct RingFacts {
    private struct Answer {
        let session: String
        let table: String
        let date: CBOR
        let since: MessageTime
    }

    private struct Call {
        var answers: [String: Answer] = [:]
        /// The number of open requests that may ring.
        var rings = 0
        /// The date of the last response to such a request.
        var lastRing = Int64.min
        /// The users with open requests that answer a ring, and their number.
        var answering: [String: Int] = [:]
        /// The users whose answer crossed a request that may ring. Only the server knows their order.
        var crossed: Set<String> = []
        /// The date of the last answer of each user. Events from before it may still arrive.
        var lastAnswers: [String: Int64] = [:]
    }

    private static let tables = ["accepted_by", "rejected_by", "missed_by"]
    private var calls: [String: Call] = [:]
    /// The calls that were deleted. Events from before may still arrive, and their answers are not known any more.
    private var deleted: Set<String> = []

    /// Records a request that may ring.
    mutating func beginRing(of cid: String) {
        deleted.remove(cid)
        var call = calls[cid] ?? Call()
        call.rings += 1
        call.answers = [:]
        call.crossed.formUnion(call.answering.keys)
        calls[cid] = call
    }

    /// Records the response to a request that may ring.
    mutating func endRing(of cid: String, at moment: MessageTime) {
        calls[cid]?.rings -= 1
        calls[cid]?.answers = [:]
        calls[cid]?.lastRing = moment.date
    }

    /// Records a request that answers a ring.
    mutating func beginAnswer(of user: String, in cid: String) {
        calls[cid, default: Call()].answering[user, default: 0] += 1
        if calls[cid]?.rings != 0 { calls[cid]?.crossed.insert(user) }
        guard let answer = calls[cid]?.answers.removeValue(forKey: user) else { return }
        calls[cid]?.lastAnswers[user] = answer.since.date
    }

    /// Records the response to such a request, with its call; nil when it was refused.
    mutating func endAnswer(of user: String, in cid: String, _ call: CBOR.Map?, at moment: MessageTime) {
        guard let open = calls[cid]?.answering[user] else { return }
        calls[cid]?.answering[user] = open > 1 ? open - 1 : nil
        guard open == 1, calls[cid]?.crossed.remove(user) == nil, let session = call?["session"]?.map else { return }
        record(user, cid, session, at: moment)
    }

    /// Processes an event that a user has missed a ring.
    mutating func missed(_ user: String, in cid: String, _ call: CBOR.Map, at moment: MessageTime) {
        let known = calls[cid] ?? Call()
        guard known.answering[user] == nil, moment.date > known.lastRing, let session = call["session"]?.map,
            known.answers[user].map({ $0.since.date < moment.date }) ?? true,
            known.lastAnswers[user].map({ $0 < moment.date }) ?? true
        else { return }
        record(user, cid, session, at: moment)
    }

    private mutating func record(_ user: String, _ cid: String, _ session: CBOR.Map, at moment: MessageTime) {
        guard !deleted.contains(cid), calls[cid]?.rings ?? 0 == 0, let id = session["id"]?.text else { return }
        for table in Self.tables {
            guard let date = session[table]?.map?[user] else { continue }
            let answer = Answer(session: id, table: table, date: date, since: moment)
            calls[cid, default: Call()].answers[user] = answer
        }
    }

    /// Returns the violation of a session that does not show an answer.
    func violation(of session: CBOR.Map, in cid: String, _ age: GrantedFacts.Age) -> String? {
        guard let answers = calls[cid]?.answers, !answers.isEmpty else { return nil }
        let id = session["id"]?.text
        let lost = answers.filter { user, answer in
            answer.session == id && age.isAfter(answer.since) && session[answer.table]?.map?[user] != answer.date
        }
        guard let (user, answer) = lost.min(by: { $0.key < $1.key }) else { return nil }
        return "its \(answer.table) shows \(user) no longer as it did"
    }

    /// Forgets a call that is deleted.
    mutating func forget(_ cid: String) {
        calls[cid] = nil
        deleted.insert(cid)
    }
}
