import Timing

/// The ends of joins that the coordinator refuses.
struct RefusedJoins: Specification {
    static let page = SpecificationPage(
        name: "refused joins",
        statement:
            "In a run without disturbances a join ends at the instant at which the coordinator refuses it with 4.xx, unless "
            + "that is transient or about the client's token or address. When the call is in backstage, the participant's "
            + "client posts the end of the call at the same instant.",
        source: "semantics.md section 0, rule 4; 3.7",
        arrows: [
            .init(from: "joining", to: "error", guards: ["the coordinator has refused the join"]),
            .init(from: "error", to: "idle", guards: ["the end of the call is posted, if it is in backstage"]),
        ])

    /// The codes of refusals that may pass: too many requests, and another token or a verified address.
    private static let transient: Set<Substring> = ["4.29", "4.01"]
    private static let backstage = "is in backstage"

    /// A demand that is met before time passes.
    private struct Demand {
        let participant: String
        let cid: Substring
        let refusal: Substring
    }

    /// The calls that join, each with its participant.
    private var joining: Set<String> = []
    private var calls = ParticipantCalls()
    private var demands: [Demand] = []
    /// The calls whose end was posted at this instant.
    private var posted: Set<String> = []

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .stage(let change, let cid):
            calls.note(change, cid)
            let name = "\(change.participant), \(cid)"
            if change.to == "joining" { joining.insert(name) } else { joining.remove(name) }
        case .request(let request) where request.operation == "join" && !request.isGranted:
            if run.isUndisturbed, run.slack == .zero { refuse(request, run) }
        case .ended(let participant, let cid): posted.insert("\(participant), \(cid)")
        case .crashed(let participant):
            joining = joining.filter { !$0.hasPrefix("\(participant), ") }
            demands.removeAll { $0.participant == participant }
        default: break
        }
        return nil
    }

    /// Demands the end of the join that was refused. Of a user with several devices it is not known which one joins.
    private mutating func refuse(_ request: ObservedRequest, _ run: RunTraits) {
        guard request.code.utf8.first == UInt8(ascii: "4"), !Self.transient.contains(request.code),
            let cid = request.cid, case let devices = run.participants(of: request.user), devices.count == 1,
            let name = devices.first, run.participants[name]?.isOwn == true, !calls.mixed.contains(name),
            joining.contains("\(name), \(cid)")
        else { return }
        demands.append(Demand(participant: name, cid: cid, refusal: request.refusal ?? request.code))
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? {
        defer { (demands, posted) = ([], []) }
        for demand in demands where run.isUndisturbed {
            let name = "\(demand.participant), \(demand.cid)"
            if joining.contains(name) {
                return Refusal(name, "it is still joining, and was refused: \(demand.refusal)", allowed: ["idle"])
            }
            if demand.refusal.hasSuffix(Self.backstage), !posted.contains(name) {
                return Refusal(
                    name, "it was refused, and has posted no end of the call: \(demand.refusal)",
                    allowed: ["the end of \(demand.cid) is posted"])
            }
        }
        return nil
    }
}
