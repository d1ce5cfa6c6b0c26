internal import Journal
internal import Timing
internal import Wire

/// A run as tracks of spans and instants, with arrows between them: the model of all timeline formats.
struct ExportTimeline {
    /// A row of a timeline. Its spans never overlap.
    struct Track: Hashable {
        /// The participant, the server or `scenario`, of whose tracks it is one.
        let group: String
        let name: String
    }

    /// A span of time, or an instant when it has no length.
    struct Span: Hashable {
        let track: Int
        var name: String
        let start: Int64
        var end: Int64
        /// The datagram that leaves here.
        var departing: Int?
        /// The datagram that ends here, arrived or lost.
        var arriving: Int?
        var details: [JournalAttribute] = []
    }

    /// The name of the tracks with arrivals of datagrams.
    static let received = "received"
    /// The name of the tracks with losses of datagrams.
    static let lost = "lost"

    private(set) var tracks: [Track] = []
    private(set) var spans: [Span] = []
    private var indices: [Track: Int] = [:]
    /// The spans that have not ended, by track.
    private var open: [Int: Int] = [:]
    /// The tracks of the commands that have not returned.
    private var calls: [Int: Int] = [:]
    /// The spans of the datagrams that links delay.
    private var waits = NetworkWaits<Int>()
    private var names: [SocketAddress: String] = [:]
    private let trace: RunTrace

    init(_ trace: RunTrace) {
        self.trace = trace
        spans.reserveCapacity(trace.entries.count)
        for entry in trace.entries { add(entry.event, at: entry.time) }
        let end = trace.entries.last?.time.nanoseconds ?? 0
        for track in open.keys.sorted() { close(track, at: end) }
    }

    /// The groups in the order of their first tracks.
    var groups: [String] {
        var seen: Set<String> = []
        return tracks.map(\.group).filter { seen.insert($0).inserted }
    }

    private mutating func add(_ event: JournalEvent, at instant: Instant) {
        let time = instant.nanoseconds
        switch event {
        case .step(let step): add(step, at: time)
        case .call(let call):
            let track = freeTrack(Track(group: call.participant, name: "commands"))
            calls[call.call] = track
            begin(track, call.name, at: time, details: call.arguments)
        case .returned(let returned): if let track = calls.removeValue(forKey: returned.call) { close(track, at: time) }
        case .state(let change): add(change, at: time)
        case .event(let event): mark(event.participant, "events", event.type, at: time)
        case .datagram(let datagram): add(datagram, at: instant)
        case .datagrams(let datagrams):
            let name = name(of: datagrams.from)
            mark(name, "media", "RTP: \(datagrams.sent) sent, \(datagrams.received) received", at: time)
        case .fault(let fault):
            mark("scenario", "faults", (fault.target.map { "\($0): " } ?? "") + fault.text, at: time)
        case .timer(let timer): add(timer, at: time)
        case .notification(let notification):
            mark(notification.participant, "notifications", notification.name, at: time)
        case .verdict(let verdict): mark("scenario", "verdict", verdict.kind.rawValue, at: time)
        case .runStarted, .log, .expectation: break
        }
    }

    private mutating func add(_ step: JournalEvent.Step, at time: Int64) {
        let track = self.track("scenario", "steps")
        close(track, at: time)
        guard step.phase == .began else { return }
        let place = "\(step.file.map { "\($0):" } ?? "")\(step.line)"
        begin(track, "\(step.index). \(step.text)", at: time, details: [JournalAttribute("line", .text(place))])
    }

    private mutating func add(_ change: JournalEvent.StateChange, at time: Int64) {
        let track = self.track(change.participant, change.property)
        close(track, at: time)
        let text = "\(change.to)"
        guard !text.isEmpty, text != "none" else { return }
        begin(
            track, text, at: time,
            details: change.cause.map { [JournalAttribute("datagram", .integer(Int64($0)))] } ?? [])
    }

    private mutating func add(_ timer: JournalEvent.Timer, at time: Int64) {
        let track = self.track(timer.owner, "timer: \(timer.label)")
        let wasOpen = open[track] != nil
        close(track, at: time)
        switch timer.phase {
        case .armed: begin(track, timer.label, at: time)
        case .fired where !wasOpen: spans.append(Span(track: track, name: "fired", start: time, end: time))
        case .fired, .cancelled: break
        }
    }

    private mutating func add(_ datagram: JournalEvent.Datagram, at instant: Instant) {
        let time = instant.nanoseconds
        let (from, to) = (name(of: datagram.from), name(of: datagram.to))
        switch datagram.fate {
        case .sent, .duplicated:
            let index = waits.end(datagram, at: instant) ?? depart(from, datagram, at: time)
            if let summary = datagram.summary { spans[index].name = summary }
            spans[index].departing = datagram.number
        case .delayed(let end):
            let index = waits.end(datagram, at: instant) ?? depart(from, datagram, at: time)
            waits.begin(datagram, until: end, at: instant) { index }
        case .received: arrive(to, Self.received, "from " + from, datagram.number, at: time)
        case .lost(let reason):
            if datagram.number == nil { _ = waits.end(datagram, at: instant) }
            arrive(from, Self.lost, reason.isEmpty ? "to \(to)" : "to \(to): \(reason)", datagram.number, at: time)
        case .undeliverable, .kernelDropped:
            arrive(from, Self.lost, "to \(to): \(datagram.fate.name)", datagram.number, at: time)
        case .corrupted: mark(from, "damaged", "to \(to)", at: time)
        }
    }

    /// Adds a datagram that leaves its sender, and returns the index of its span.
    private mutating func depart(_ group: String, _ datagram: JournalEvent.Datagram, at time: Int64) -> Int {
        let details = [JournalAttribute("bytes", .integer(Int64(datagram.byteCount)))]
        let track = self.track(group, "sent")
        let name = datagram.byteCount.counted("byte")
        spans.append(Span(track: track, name: name, start: time, end: time, details: details))
        return spans.count - 1
    }

    private mutating func name(of address: SocketAddress) -> String {
        if let name = names[address] { return name }
        let name = trace.name(of: address)
        names[address] = name
        return name
    }

    private mutating func arrive(_ group: String, _ track: String, _ name: String, _ number: Int?, at time: Int64) {
        let track = self.track(group, track)
        spans.append(Span(track: track, name: name, start: time, end: time, arriving: number))
    }

    private mutating func mark(_ group: String, _ track: String, _ name: String, at time: Int64) {
        spans.append(Span(track: self.track(group, track), name: name, start: time, end: time))
    }

    private mutating func begin(_ track: Int, _ name: String, at time: Int64, details: [JournalAttribute] = []) {
        open[track] = spans.count
        spans.append(Span(track: track, name: name, start: time, end: time, details: details))
    }

    private mutating func close(_ track: Int, at time: Int64) {
        guard let span = open.removeValue(forKey: track) else { return }
        spans[span].end = time
    }

    private mutating func track(_ group: String, _ name: String) -> Int {
        let track = Track(group: group, name: name)
        if let index = indices[track] { return index }
        indices[track] = tracks.count
        tracks.append(track)
        return tracks.count - 1
    }

    /// A track of the name on which nothing is open; the second has the number 2.
    private mutating func freeTrack(_ wanted: Track) -> Int {
        var number = 1
        while true {
            let index = track(wanted.group, number == 1 ? wanted.name : "\(wanted.name) \(number)")
            if open[index] == nil { return index }
            number += 1
        }
    }
}
