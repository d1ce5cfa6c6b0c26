internal import Capture
internal import Wire

/// The facts of one call in a capture.
struct CallSummary {
    let cid: String
    var lastTime: Int64
    private(set) var ringers: [String] = []
    private(set) var members: [String] = []
    private(set) var accepted: [String] = []
    private(set) var rejected: [(user: String, reason: String?)] = []
    private(set) var missed: [String] = []
    private(set) var joined: [String] = []
    private var rangAt: Int64?
    /// The time of the first acceptance.
    private var acceptedAt: Int64?
    /// The time of the first rejection.
    private var rejectedAt: Int64?
    private var startedAt: Int64?
    private var endedAt: Int64?
    private var endedBy: String?

    /// The limit of each list, so that memory does not grow with the capture.
    private static let limit = 64

    init(cid: String, time: Int64) {
        self.cid = cid
        lastTime = time
    }

    /// Records a successful request.
    mutating func granted(_ exchange: Exchange, by user: String, at time: Int64) {
        guard let action = exchange.callAction else { return }
        switch action {
        case "accept": accept(user, at: time)
        case "reject": reject(user, exchange.reason, at: time)
        case "join":
            Self.add(user, to: &joined)
            startedAt = startedAt ?? time
        case "mark_ended": end(by: user, at: time)
        default: break
        }
        guard exchange.rings else { return }
        ring(user, at: exchange.time)
        for member in exchange.members { Self.add(member, to: &members) }
    }

    /// Records an event that a participant received.
    mutating func happened(_ event: Signal.Event, to receiver: String, at time: Int64) {
        switch event.type {
        case "call.ring":
            ring(event.user, at: time)
            if receiver != event.user { Self.add(receiver, to: &members) }
        case "call.accepted": if let user = event.user { accept(user, at: time) }
        case "call.rejected": if let user = event.user { reject(user, event.reason, at: time) }
        case "call.missed": Self.add(receiver, to: &missed)
        case "call.session_started": startedAt = startedAt ?? time
        case "call.session_participant_joined": if let user = event.user { Self.add(user, to: &joined) }
        case "call.session_ended": endedAt = endedAt ?? time
        case "call.ended": end(by: event.user, at: time)
        default: break
        }
    }

    private mutating func ring(_ user: String?, at time: Int64) {
        if let user { Self.add(user, to: &ringers) }
        rangAt = rangAt ?? time
    }

    private mutating func accept(_ user: String, at time: Int64) {
        Self.add(user, to: &accepted)
        acceptedAt = acceptedAt ?? time
    }

    private mutating func reject(_ user: String, _ reason: String?, at time: Int64) {
        guard rejected.count < Self.limit, !rejected.contains(where: { $0.user == user }) else { return }
        rejected.append((user, reason))
        rejectedAt = rejectedAt ?? time
    }

    private mutating func end(by user: String?, at time: Int64) {
        endedAt = endedAt ?? time
        endedBy = endedBy ?? user
    }

    private static func add(_ user: String, to users: inout [String]) {
        guard users.count < limit, !users.contains(user) else { return }
        users.append(user)
    }
}

extension CallSummary {
    /// The facts in one line.
    var text: String {
        var parts: [String] = []
        if !ringers.isEmpty {
            let called = members.filter { !ringers.contains($0) }
            parts.append("\(ringers.listed) rang\(called.isEmpty ? "" : " \(called.listed)")")
        }
        parts += answers
        if !joined.isEmpty { parts.append("joined: \(joined.listed)") }
        if let end { parts.append(end) }
        return parts.isEmpty ? "only asked about" : parts.joined(separator: ", ")
    }

    private var answers: [String] {
        var parts: [String] = []
        if !accepted.isEmpty { parts.append("accepted by \(accepted.listed)\(wait(until: acceptedAt))") }
        for (user, reason) in rejected {
            let verb = ringers.contains(user) ? "cancelled" : "rejected"
            let why = reason.map { " (\($0))" } ?? ""
            let isFirst = accepted.isEmpty && user == rejected.first?.user
            parts.append("\(verb) by \(user)\(why)\(isFirst ? wait(until: rejectedAt) : "")")
        }
        let withoutAnswer = missed.filter { user in !rejected.contains { $0.user == user } && !accepted.contains(user) }
        if !withoutAnswer.isEmpty { parts.append("missed by \(withoutAnswer.listed)") }
        if parts.isEmpty, rangAt != nil, joined.isEmpty { parts.append("no answer") }
        return parts
    }

    /// The time from the ring to an answer.
    private func wait(until answer: Int64?) -> String {
        guard let rangAt, let answer else { return "" }
        return " after \(Seconds.text(answer - rangAt))"
    }

    private var end: String? {
        let start = startedAt ?? acceptedAt ?? rejectedAt
        let duration = start.map { Seconds.text((endedAt ?? lastTime) - $0) }
        guard endedAt != nil else { return startedAt == nil ? nil : duration.map { "\($0) long at its last message" } }
        let by = endedBy.map { " by \($0)" } ?? ""
        return "ended\(by)\(startedAt == nil ? "" : duration.map { " after \($0)" } ?? "")"
    }
}

extension [String] {
    /// The first elements, and the number of others.
    var listed: String {
        count <= 4 ? joined(separator: ", ") : "\(prefix(3).joined(separator: ", ")) and \(count - 3) more"
    }
}

/// All calls of a capture.
struct CallSummaries {
    private(set) var summaries: [CallSummary] = []
    private var places: [String: Int] = [:]
    /// True once there are calls beyond the limit.
    private(set) var areIncomplete = false
    static let capacity = 10_000

    mutating func read(_ packet: InspectedPacket, _ exchange: Exchange?, _ names: HostNames) {
        guard let signal = packet.signal, let datagram = packet.datagram, signal.copy == nil else { return }
        for cid in signal.cids {
            change(cid, at: packet.time) { $0.lastTime = packet.time }
        }
        let receiver = names.text(datagram.destination.host)
        if signal.role == .response, signal.status?.isSuccess == true, let exchange, let cid = exchange.cids.first {
            change(cid, at: packet.time) { $0.granted(exchange, by: receiver, at: packet.time) }
        }
        for event in signal.events {
            guard let cid = event.cid else { continue }
            change(cid, at: packet.time) { $0.happened(event, to: receiver, at: packet.time) }
        }
    }

    private mutating func change(_ cid: String, at time: Int64, _ change: (inout CallSummary) -> Void) {
        if let place = places[cid] {
            change(&summaries[place])
        } else if summaries.count < Self.capacity {
            places[cid] = summaries.count
            var summary = CallSummary(cid: cid, time: time)
            change(&summary)
            summaries.append(summary)
        } else {
            areIncomplete = true
        }
    }
}
