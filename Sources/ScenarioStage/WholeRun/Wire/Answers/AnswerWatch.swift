import Sockets
import Timing
import Wire

/// Checks that answers and later bodies show what requests have asked for, and that events say what requests have said.
struct AnswerWatch {
    /// The users of connections, by `connection.ok`.
    private var users: [String: String] = [:]
    private var granted = GrantedFacts()
    private var rings = RingFacts()
    private var requested = RequestedEvents()
    private var egress = EgressEnds()
    private var creations = Creations()
    private var queries = QueryWatch()
    private var results = CompleteResults()
    private var reconnects = ReconnectFacts()
    private var order = 0
    /// The number of the next event of each connection.
    private var nextEvents: [String: Int64] = [:]
    /// True until a request is not read, which may change what others have set, and cause events.
    private(set) var seesAllRequests = true
    /// True when time is virtual, so that dates are exact.
    var isExact = true

    /// Records requests of others, which are not read.
    mutating func disregardOthers() { seesAllRequests = false }

    private mutating func time(of datagram: DatagramRecord) -> MessageTime {
        order += 1
        return MessageTime(order: order, date: datagram.date.milliseconds)
    }

    // MARK: Requests

    /// Processes a request; returns what its answer must show.
    mutating func question(
        _ route: BodyShapes.Route?, _ frame: CoAPFrame, _ datagram: DatagramRecord, _ content: BodyContent
    ) -> Question {
        var question = Question(route, frame, content.map, at: time(of: datagram))
        question.user = question.connection.flatMap { users[$0] }
        begin(&question)
        return question
    }

    private mutating func begin(_ question: inout Question) {
        guard seesAllRequests else { return }
        if question.action != .other, question.body == nil || question.changesUnknownUser {
            return disregard(question)
        }
        (question.scope, question.changes) = question.requestedChanges
        granted.begin(question.changes.keys, of: question.scope)
        requested.record(question)
        creations.begin(question)
        results.begin(question)
        guard let cid = question.cid else { return }
        if question.mayRing { rings.beginRing(of: cid) }
        switch question.action {
        case .accept, .reject: if let user = question.user { rings.beginAnswer(of: user, in: cid) }
        case .stop, .stopLive: egress.begin(question, cid)
        case .delete: forget(cid)
        default: break
        }
    }

    /// Records a request whose body or user is unknown.
    private mutating func disregard(_ question: Question) {
        seesAllRequests = question.action == .connect || question.action == .joinSession
    }

    private mutating func forget(_ cid: String) {
        granted.forget(cid)
        rings.forget(cid)
    }

    // MARK: Answers

    /// Processes an answer or a notification; returns its violation.
    ///
    /// - Parameter isFirst: True for the first response to the request.
    mutating func violation(
        _ frame: CoAPFrame, _ datagram: DatagramRecord, _ content: BodyContent, to question: inout Question,
        isFirst: Bool
    ) -> String? {
        let moment = time(of: datagram)
        if question.action == .connect { return violation(ofEvents: content, to: &question, at: moment) }
        if question.action == .joinSession {
            if isFirst, frame.isSuccess,
                let text = reconnects.violation(
                    of: question.body, at: datagram.from, asked: question.moment.order, granted: moment.order)
            {
                return text
            }
            return content.map.flatMap { AnswerFacts.violation(of: $0, code: frame.code, to: question) }
        }
        guard isFirst else { return nil }
        defer { end(question, frame, content, at: moment) }
        if case .refusal(let code) = content { return QueryWatch.violation(ofRefusal: code, of: question) }
        guard frame.isSuccess, case .body(let answer) = content else { return nil }
        if let text = queries.violation(of: answer, to: question) { return text }
        if let text = AnswerFacts.violation(of: answer, code: frame.code, to: question) { return text }
        guard seesAllRequests else { return nil }
        if question.creation != nil, answer.flag("created"),
            let text = creations.violation(ofCreationBy: question)
        {
            return text
        }
        return violation(ofFactsIn: answer, to: question)
    }

    private mutating func end(_ question: Question, _ frame: CoAPFrame, _ content: BodyContent, at moment: MessageTime)
    {
        guard seesAllRequests else { return }
        let isGranted = frame.isSuccess
        var outcome: GrantedFacts.Outcome = isGranted ? .granted : frame.code >> 5 == 4 ? .refused : .unclear
        if question.creation != nil, isGranted {
            outcome = content.map.map { $0.flag("created") ? .granted : .refused } ?? .unclear
        }
        granted.end(question.changes, of: question.scope, outcome, at: moment)
        if let answer = content.map, isGranted, question.creation != nil, answer.flag("created") {
            results.created(answer, by: question, at: moment)
        }
        guard let cid = question.cid else { return }
        if question.mayRing { rings.endRing(of: cid, at: moment) }
        switch question.action {
        case .accept, .reject:
            if let user = question.user {
                rings.endAnswer(of: user, in: cid, isGranted ? content.map?["call"]?.map : nil, at: moment)
            }
        case .stop, .stopLive: egress.end(question, cid, at: moment)
        case .delete: forget(cid)
        default: break
        }
    }

    private func violation(ofFactsIn answer: CBOR.Map, to question: Question) -> String? {
        let age = GrantedFacts.Age.askedAt(question.moment.order)
        switch question.action {
        case .listDevices: return ShownFacts.violation(ofDevices: answer, granted.known(of: question.scope, age))
        case .getParticipants:
            return ShownFacts.violation(ofPresent: answer, granted.known(of: question.cid ?? "", age))
        case .queryMembers:
            return results.violation(of: answer, to: question, granted.known(of: question.scope, age))
        case .queryCalls:
            let states = (answer["calls"]?.array ?? []).compactMap(\.map)
            return states.lazy.compactMap { violation(ofState: $0, age, isWhole: true) }.first
                ?? results.violation(of: answer, to: question, [])
        default: return violation(ofState: answer, age, isWhole: question.listsAllMembers)
        }
    }

    /// - Parameter isWhole: True when all members are listed.
    private func violation(ofState state: CBOR.Map, _ age: GrantedFacts.Age, isWhole: Bool) -> String? {
        guard let call = state["call"]?.map, let cid = call["cid"]?.text else { return nil }
        let facts = granted.known(of: cid, age)
        if !facts.isEmpty {
            if let text = ShownFacts.violation(ofCall: call, facts) { return text }
            if isWhole, let text = ShownFacts.violation(ofMembers: state, facts) { return text }
        }
        return call["session"]?.map.flatMap { rings.violation(of: $0, in: cid, age) }
    }

    // MARK: Events

    private mutating func violation(
        ofEvents content: BodyContent, to question: inout Question, at moment: MessageTime
    ) -> String? {
        guard let batch = content.map else {
            if case .unread = content { missEvents(of: question) }
            return nil
        }
        let events = (batch["events"]?.array ?? []).compactMap(\.map)
        if let opening = events.first(where: { $0["type"] == "connection.ok" }) {
            question.connection = opening["connection_id"]?.text
            question.user = opening["me"]?.map?["id"]?.text
            if let connection = question.connection { users[connection] = question.user }
        }
        noteGap(before: batch.date("first") ?? 0, events.count, on: question.connection ?? "")
        guard isExact, seesAllRequests else { return nil }
        for event in events {
            let text = violation(ofEvent: event, question.connection ?? "", question.user, at: moment)
            if let text { return text }
        }
        return nil
    }

    private mutating func noteGap(before first: Int64, _ count: Int, on connection: String) {
        if let next = nextEvents[connection], first > next { egress.skip(connection) }
        nextEvents[connection] = first + Int64(count)
    }

    /// Records events that are not read, of which the first may have named the connection.
    private mutating func missEvents(of question: Question) {
        if let connection = question.connection {
            egress.skip(connection)
        } else {
            seesAllRequests = false
        }
    }

    private mutating func violation(
        ofEvent event: CBOR.Map, _ connection: String, _ user: String?, at moment: MessageTime
    ) -> String? {
        guard let type = event["type"]?.text, let cid = event["call_cid"]?.text, let date = event.date("created_at")
        else { return nil }
        if let text = requested.violation(ofEvent: event, type, cid) { return text }
        if let text = egress.violation(ofEvent: type, cid, at: date, on: connection) { return text }
        if type == "call.missed", let user, let call = event["call"]?.map {
            if let text = EventFacts.violation(ofMissed: call, by: user, at: date) { return text }
            rings.missed(user, in: cid, call, at: MessageTime(order: moment.order, date: date))
        }
        return violation(ofState: event, .madeAt(date), isWhole: false)
    }
}
