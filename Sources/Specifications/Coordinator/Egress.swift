import Timing

/// Recordings, broadcasts and transcriptions of a call.
struct Egress: Specification {
    struct Memory: Sendable {
        var isRequested = false
    }

    /// A form of egress, with the requests and events about it.
    private struct Feature {
        let name: String
        let start: Substring
        let stop: Substring
        /// The beginning of its events' types.
        let event: Substring
    }

    private static let features = [
        Feature(
            name: "frame recording", start: "startFrameRecording", stop: "stopFrameRecording",
            event: "call.frame_recording_"),
        Feature(
            name: "HLS broadcast", start: "startBroadcasting", stop: "stopBroadcasting", event: "call.hls_broadcasting_"
        ),
        Feature(
            name: "transcription", start: "startTranscription", stop: "stopTranscription", event: "call.transcription_"),
        Feature(
            name: "closed captions", start: "startClosedCaptions", stop: "stopClosedCaptions",
            event: "call.closed_captions_"),
    ]

    private static let requested = Guard<Memory>("a start was granted", when: \.isRequested)

    private static let table = TransitionTable<Memory>(rows: [
        TransitionRow("off", to: "running", "stopped", "failed", when: requested),
        TransitionRow("running", to: "stopped", "failed"),
        TransitionRow("stopped", "failed", to: "off"),
    ])

    static let page = SpecificationPage(
        name: "egress",
        statement:
            "A recording, a broadcast, a transcription or closed captions run after a granted start, until they are "
            + "stopped or fail. A start is refused while they run, and a stop while they do not. A granted stop has its effect "
            + "at once.",
        source: "semantics.md 3.2; 5.1; 6", arrows: table.arrows)

    private var egresses = Subjects(table, in: "off", Memory())

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .request(let request) where request.isGranted: process(request, at: now)
        case .sent(let event): process(event, at: now)
        default: nil
        }
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? { egresses.elapse(to: now, slack: run.slack) }

    private mutating func process(_ request: ObservedRequest, at now: Instant) -> Refusal? {
        guard let cid = request.cid else { return nil }
        for feature in Self.features {
            let name = "\(feature.name) of \(cid)"
            switch request.operation {
            case feature.start:
                let isRunning = egresses[name]?.state == "running" && egresses[name]?.since != now
                egresses.update(name, at: now) { $0.memory.isRequested = true }
                if isRunning { return Refusal(name, "a start is granted while it runs", allowed: ["a refusal"]) }
            case feature.stop:
                let egress = egresses[name]
                if egress?.state != "running", egress?.memory.isRequested != true, egress?.since != now {
                    return Refusal(name, "a stop is granted while it does not run", allowed: ["a refusal"])
                }
                // A stop before the beginning revokes the start.
                egresses.update(name, at: now) {
                    if $0.state == "off" { $0.memory.isRequested = false }
                    if $0.state == "running", $0.since != now {
                        $0.mustLeaveState(by: now, since: "a stop was granted")
                    }
                }
            // These requests start egress when the call's settings ask for it.
            case "goLive", "join", "startTranscription", "startClosedCaptions", "sfu/join":
                egresses.update(name, at: now) { $0.memory.isRequested = true }
            default: break
            }
        }
        return nil
    }

    private mutating func process(_ event: SentEvent, at now: Instant) -> Refusal? {
        guard let cid = event.cid, let feature = Self.features.first(where: { event.type.hasPrefix($0.event) }) else {
            return nil
        }
        let name = "\(feature.name) of \(cid)"
        switch event.type.dropFirst(feature.event.count) {
        case "started": return egresses.move(name, to: "running", at: now)
        case "stopped": return end(name, "stopped", at: now)
        case "failed": return end(name, "failed", at: now)
        default: return nil
        }
    }

    private mutating func end(_ name: String, _ state: String, at now: Instant) -> Refusal? {
        let refusal = egresses.move(name, to: state, at: now)
        _ = egresses.move(name, to: "off", at: now)
        egresses.update(name, at: now) { $0.memory.isRequested = false }
        return refusal
    }
}
