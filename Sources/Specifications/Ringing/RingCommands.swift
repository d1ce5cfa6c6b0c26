import Timing

/// The commands that cause rings.
struct RingCommands: Specification {
    /// The commands that ring, or may ring or notify by an argument.
    private static let commands: Set<String> = [
        "ring", "joinAndRing", "startCall", "call.ring", "call.notify", "call.create", "call.createBackstage",
        "call.get", "call.join",
    ]
    private static let events: Set<Substring> = ["call.ring", "call.notification"]

    static let page = SpecificationPage(
        name: "commands of rings",
        statement:
            "A client rings or notifies the members of a call only after a command of its participant that may do so. A "
            + "join of its own accord, as after an acceptance or in a reconnect, never rings.",
        source: "semantics.md section 0, rule 4; 2.3; 4.6",
        arrows: commands.sorted().map { .init(from: $0, to: "the members are rung") })

    /// The users whose participants have commanded a ring.
    private var ringers: Set<String> = []
    /// The calls whose members were rung or notified since the last request.
    private var rung: Set<Substring> = []

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .command(let participant, let name, _) where Self.commands.contains(name):
            ringers.insert(run.user(of: participant))
        case .sent(let event) where Self.events.contains(event.type) && !event.isPast:
            if let cid = event.cid { rung.insert(cid) }
        case .serverTimer: rung = []
        case .request(let request):
            defer { rung = [] }
            guard request.mayRing, request.isGranted, let cid = request.cid,
                rung.contains(cid)
            else { return nil }
            return refusal(of: request, in: cid, run)
        default: break
        }
        return nil
    }

    /// Refuses a ring of a user that has only clients of the call library.
    private func refusal(of request: ObservedRequest, in cid: Substring, _ run: RunTraits) -> Refusal? {
        let user = String(request.user)
        let traits = run.participants(of: request.user).compactMap { run.participants[$0] }
        guard !traits.isEmpty, traits.allSatisfy(\.isOwn), !ringers.contains(user) else { return nil }
        return Refusal(
            "\(user) in \(cid)", "its request \(request.operation) rings", allowed: ["no ring"],
            refused: ["a command of the participant may ring"])
    }
}
