import ScenarioLanguage
import Sockets
import Timing
import Wire

/// Checks that responses and later bodies show the content of requests, and that events have the content of their
/// requests.
struct ResponseWatch {
    /// The users of connections, by `connection.ok`.
    var users: [String: String] = [:]
    private var granted = GrantedFacts()
    var rings = RingFacts()
    var requested = RequestedEvents()
    var egress = EgressFacts()
    private var creations = Creations()
    private var queries = QueryWatch()
    private var results = CompleteResults()
    private var reconnects = ReconnectFacts()
    private var reports = ReportFacts()
    var reasons = RefusalReasons()
    private var order = 0
    /// The number of the next event of each connection.
    var nextEvents: [String: Int64] = [:]
    var repeated = RepeatedEvents()
    /// True until a request is not read. Such a request may change anything, and cause events.
    var seesAllRequests = true
    /// True when time is virtual, so that dates are exact.
    var isExact = true
    /// True until the network or a server is disturbed.
    var isUndisturbed = true

    /// Records requests of other programs, which are not read.
    mutating func disregardOthers() { seesAllRequests = false }

    private mutating func time(of datagram: DatagramRecord) -> MessageTime {
        order += 1
        return MessageTime(order: order, date: datagram.date.milliseconds)
    }

    // MARK: Requests

    /// Processes a request; returns the facts that its response must show.
    mutating func requestFacts(
        _ route: WireTables.Route?, _ frame: CoAPFrame, _ datagram: DatagramRecord, _ content: BodyContent
    ) -> RequestFacts {
        var requestFacts = RequestFacts(route, frame, content.map, at: time(of: datagram))
        requestFacts.user = requestFacts.connection.flatMap { users[$0] }
        begin(&requestFacts)
        return requestFacts
    }

    /// Processes a request when it begins, and again when a server reads it that had only refused it with a challenge.
    mutating func begin(_ requestFacts: inout RequestFacts) {
        guard seesAllRequests else { return }
        if requestFacts.action != .other, requestFacts.body == nil || requestFacts.changesUnknownUser {
            return disregard(requestFacts)
        }
        (requestFacts.scope, requestFacts.changes) = requestFacts.requestedChanges
        granted.begin(requestFacts.changes.keys, of: requestFacts.scope)
        requested.record(requestFacts)
        creations.begin(requestFacts)
        results.begin(requestFacts)
        reports.begin(requestFacts)
        reasons.begin(requestFacts)
        egress.files.begin(requestFacts)
        guard let cid = requestFacts.cid else { return }
        egress.begin(requestFacts, cid)
        if requestFacts.mayRing { rings.beginRing(of: cid) }
        switch requestFacts.action {
        case .accept, .reject: if let user = requestFacts.user { rings.beginAnswer(of: user, in: cid) }
        case .delete: forget(cid)
        default: break
        }
    }

    /// Records a request whose body or user is unknown.
    private mutating func disregard(_ requestFacts: RequestFacts) {
        seesAllRequests = requestFacts.action == .connect || requestFacts.action == .joinSession
    }

    private mutating func forget(_ cid: String) {
        granted.forget(cid)
        rings.forget(cid)
    }

    // MARK: Responses

    /// Processes a response or a notification; returns its violation.
    ///
    /// - Parameter isFirst: True for the first response to the request.
    mutating func violation(
        _ frame: CoAPFrame, _ datagram: DatagramRecord, _ content: BodyContent, to requestFacts: inout RequestFacts,
        isFirst: Bool
    ) -> String? {
        let moment = time(of: datagram)
        let isInTime = isUndisturbed && isExact && seesAllRequests
        if let text = egress.overdue(at: moment.date, isInTime: isInTime) { return text }
        if isFirst, let text = violation(ofReasonOf: content, frame, datagram, to: requestFacts, at: moment) {
            return text
        }
        if requestFacts.action == .connect {
            if frame.observe == nil, let connection = requestFacts.connection { reasons.close(connection) }
            return violation(ofEvents: content, to: &requestFacts, of: datagram.to, at: moment)
        }
        if requestFacts.action == .joinSession {
            if isFirst { reports.end(requestFacts, isGranted: frame.isSuccess, at: moment) }
            if isFirst, frame.isSuccess,
                let text = reconnects.violation(
                    of: requestFacts.body, at: datagram.from, asked: requestFacts.moment.order, granted: moment.order)
            {
                return text
            }
            return content.map.flatMap { ResponseFacts.violation(of: $0, code: frame.code, to: requestFacts) }
        }
        guard isFirst else { return nil }
        defer { end(requestFacts, frame, content, at: moment) }
        if case .refusal(let code, _) = content { return QueryWatch.violation(ofRefusal: code, of: requestFacts) }
        guard frame.isSuccess, case .body(let response) = content else { return nil }
        if let text = queries.violation(of: response, to: requestFacts) { return text }
        if let text = ResponseFacts.violation(of: response, code: frame.code, to: requestFacts) { return text }
        guard seesAllRequests else { return nil }
        if requestFacts.creation != nil, response.flag("created"),
            let text = creations.violation(ofCreationBy: requestFacts)
        {
            return text
        }
        return violation(ofFactsIn: response, to: requestFacts)
    }

    /// A refusal has a true reason, and a granted request has a valid token.
    private mutating func violation(
        ofReasonOf content: BodyContent, _ frame: CoAPFrame, _ datagram: DatagramRecord,
        to requestFacts: RequestFacts, at moment: MessageTime
    ) -> String? {
        guard seesAllRequests else { return nil }
        switch content {
        case .unread: return nil
        case .refusal(_, let message):
            return reasons.violation(
                ofRefusal: message, to: requestFacts, of: datagram.to, at: isExact ? moment.date : nil,
                isUndisturbed: isUndisturbed)
        case .body(let response):
            guard frame.isSuccess else { return nil }
            return reasons.violation(
                ofGrant: response, to: requestFacts, order: moment.order, at: isExact ? requestFacts.moment.date : nil)
        }
    }

    private mutating func end(
        _ requestFacts: RequestFacts, _ frame: CoAPFrame, _ content: BodyContent, at moment: MessageTime
    ) {
        guard seesAllRequests else { return }
        let isGranted = frame.isSuccess
        var outcome: GrantedFacts.Outcome = isGranted ? .granted : frame.code >> 5 == 4 ? .refused : .unclear
        if requestFacts.creation != nil, isGranted {
            outcome = content.map.map { $0.flag("created") ? .granted : .refused } ?? .unclear
        }
        granted.end(requestFacts.changes, of: requestFacts.scope, outcome, at: moment)
        if let response = content.map, isGranted, requestFacts.creation != nil, response.flag("created") {
            results.created(response, by: requestFacts, at: moment)
        }
        reports.end(requestFacts, isGranted: isGranted, at: moment)
        guard let cid = requestFacts.cid else { return }
        egress.end(requestFacts, cid, isGranted: isGranted, at: moment)
        if requestFacts.mayRing { rings.endRing(of: cid, at: moment) }
        switch requestFacts.action {
        case .accept, .reject:
            if let user = requestFacts.user {
                rings.endAnswer(of: user, in: cid, isGranted ? content.map?["call"]?.map : nil, at: moment)
            }
        case .delete: forget(cid)
        default: break
        }
    }

    private func violation(ofFactsIn response: CBOR.Map, to requestFacts: RequestFacts) -> String? {
        let age = GrantedFacts.Age.requestedAt(requestFacts.moment.order)
        switch requestFacts.action {
        case .queryReports: return reports.violation(of: response, to: requestFacts)
        case .listRecordings: return egress.files.violation(ofList: response, to: requestFacts)
        case .listDevices: return ShownFacts.violation(ofDevices: response, granted.known(of: requestFacts.scope, age))
        case .getParticipants:
            return ShownFacts.violation(ofPresent: response, granted.known(of: requestFacts.cid ?? "", age))
        case .queryMembers:
            return results.violation(of: response, to: requestFacts, granted.known(of: requestFacts.scope, age))
        case .queryCalls:
            let states = (response["calls"]?.array ?? []).compactMap(\.map)
            return states.lazy.compactMap { violation(ofState: $0, age, isWhole: true) }.first
                ?? results.violation(of: response, to: requestFacts, [])
        default: return violation(ofState: response, age, isWhole: requestFacts.listsAllMembers)
        }
    }

    /// Returns the violation of a body that shows the state of a call.
    ///
    /// - Parameter isWhole: True when all members are listed.
    func violation(ofState state: CBOR.Map, _ age: GrantedFacts.Age, isWhole: Bool) -> String? {
        guard let call = state["call"]?.map, let cid = call["cid"]?.text else { return nil }
        let facts = granted.known(of: cid, age)
        if !facts.isEmpty {
            if let text = ShownFacts.violation(ofCall: call, facts) { return text }
            if isWhole, let text = ShownFacts.violation(ofMembers: state, facts) { return text }
        }
        return call["session"]?.map.flatMap { rings.violation(of: $0, in: cid, age) }
    }
}
