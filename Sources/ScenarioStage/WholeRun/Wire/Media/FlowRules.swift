import Timing

/// The rules of a session's media at an instant, each with the time after which it must hold.
struct FlowRules {
    /// A path without a check for longer may be that of a client that has ended.
    private static let consent = Duration.seconds(7)
    /// The longest time between two reports: 5 s times 1.5, divided by e - 1.5 (RFC 3550 section 6.3.1).
    private static let reportTime = Duration.milliseconds(6_200)
    /// The same where reports of many sources exceed their share of the bandwidth.
    private static let longReportTime = Duration.seconds(13)
    /// The number of sources whose reports do not.
    private static let fewSources = 8

    let session: SessionMedia
    let way: MediaWay
    let sessions: [MediaWay: SessionMedia]
    let sources: [UInt32: SourceActivity]
    let now: Instant
    let delay: Duration
    /// The time of the last speech that a command has asked for; nil without one.
    var speech: ClosedRange<Instant>?

    init(
        _ session: SessionMedia, on way: MediaWay, _ sessions: [MediaWay: SessionMedia],
        _ sources: [UInt32: SourceActivity], at now: Instant, delay: Duration
    ) {
        (self.session, self.way, self.sessions, self.sources) = (session, way, sessions, sources)
        (self.now, self.delay) = (now, delay)
    }

    /// The time in which a change has its effect everywhere: from a client to its SFU, to another SFU, and to a client.
    static func slack(_ delay: Duration) -> Duration { .seconds(1) + delay * 3 }

    var slack: Duration { Self.slack(delay) }

    /// The first violation of a rule, in the order of sources.
    var violation: String? {
        guard isOpen(way) else { return nil }
        return missingPackets ?? missingVoice ?? missingReports ?? wrongVoice
    }

    /// True when the path of a session is open and its client runs.
    private func isOpen(_ way: MediaWay) -> Bool {
        guard let session = sessions[way], session.isKnown, let openedAt = session.openedAt,
            let checkedAt = session.checkedAt
        else { return false }
        return isOver(slack, since: openedAt) && !isOver(Self.consent, since: checkedAt)
    }

    func isOver(_ time: Duration, since instant: Instant) -> Bool { instant.duration(to: now) > time }

    private func isLate(_ instant: Instant?, _ time: Duration) -> Bool {
        instant.map { isOver(time, since: $0) } ?? true
    }

    /// A client checks its path at once, and no later than the time in which changes have their effect.
    static func missingCheck(of session: SessionMedia, at now: Instant, _ delay: Duration) -> String? {
        guard session.isKnown, session.username != nil, session.checkedAt == nil,
            session.joinedAt.duration(to: now) > slack(delay)
        else { return nil }
        return "its client has not checked the path of its session"
    }

    // MARK: Packets

    /// A client sends its unmuted tracks, and an SFU forwards what the client receives.
    private var missingPackets: String? { missingOwnPackets ?? missingForwardedPackets }

    private var missingOwnPackets: String? {
        guard session.isSender else { return nil }
        for type in session.own.types {
            guard let track = session.own.tracks[type], track.isSent, isOver(slack, since: track.since)
            else { continue }
            if isLate(sources[track.source]?.last, slack) {
                return "its track \(type) is published, and no packets of \(track.source) are sent"
            }
        }
        return nil
    }

    private var missingForwardedPackets: String? {
        for source in session.flows.keys.sorted() {
            guard let flow = session.flows[source], isDue(flow, source) else { continue }
            if isLate(flow.lastPacket, slack) {
                return "the packets of \(source) are sent, and its SFU does not forward them to this client"
            }
            if let text = missingCopy(of: source, flow) { return text }
        }
        return nil
    }

    /// True when packets of a source must arrive at the client.
    private func isDue(_ flow: SessionMedia.Flow, _ source: UInt32) -> Bool {
        guard flow.isDue, isOver(slack, since: flow.since), let activity = sources[source] else { return false }
        return activity.flows(for: slack, at: now) && isOpen(activity.way)
    }

    /// An SFU forwards the reports of a source to its receivers.
    private func missingCopy(of source: UInt32, _ flow: SessionMedia.Flow) -> String? {
        guard let report = sources[source]?.report, isOver(slack, since: report),
            flow.since.duration(to: report) > slack, let openedAt = session.openedAt,
            openedAt.duration(to: report) > slack, flow.lastReport.map({ $0 < report }) ?? true
        else { return nil }
        return "its SFU has not forwarded the last report of \(source) to this client"
    }

    // MARK: Reports

    private var isSmall: Bool { session.flows.count + session.own.types.count <= Self.fewSources }

    /// True when a track has ended within the longest time between two reports. The end moves the time of the last report
    /// forward, so the next one may be later than usual (RFC 3550 section 6.3.4).
    private var hasShrunk: Bool {
        session.flows.values.contains { !$0.isDue && !isOver(Self.longReportTime, since: $0.since) }
    }

    /// A client reports on what it sends, and its SFU on what it receives.
    private var missingReports: String? {
        let longest = (isSmall && !hasShrunk ? Self.reportTime : Self.longReportTime) + slack
        guard let openedAt = session.openedAt, isOver(longest, since: openedAt) else { return nil }
        for type in session.own.types {
            guard let track = session.own.tracks[type], let activity = sources[track.source], activity.way == way,
                activity.flows(for: longest, at: now)
            else { continue }
            if isLate(activity.report, longest) { return "its client has not reported on \(track.source)" }
            if isOver(longest, since: track.since), isLate(track.lastReport, longest) {
                return "its SFU has not reported on \(track.source)"
            }
        }
        return nil
    }
}
