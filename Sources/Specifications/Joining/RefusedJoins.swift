import Journal
import Timing

/// The ends of joins that the coordinator refuses.
struct RefusedJoins: Specification {
    static let page = SpecificationPage(
        name: "refused joins",
        statement:
            "In a run without disturbances a join ends at the instant at which the coordinator refuses it with 4.xx, unless "
            + "that is transient or about the client's token or address. When the call is in backstage, the participant's "
            + "client posts the end of the call at the same instant. A join that ends with a refusal which may pass was "
            + "tried three times.",
        source: "semantics.md section 0, rule 4; 1.2; 3.7",
        arrows: [
            .init(from: "joining", to: "error", guards: ["the coordinator has refused the join"]),
            .init(from: "joining", to: "error", guards: ["a refusal may pass, and the join was tried three times"]),
            .init(from: "error", to: "idle", guards: ["the end of the call is posted, if it is in backstage"]),
        ])

    private static let joins: Set<Substring> = ["join", "sfu/join"]
    /// The codes of refusals that may pass: too many requests, and another token or a verified address.
    private static let transient: Set<Substring> = ["4.29", "4.01"]
    private static let backstage = "is in backstage"
    private static let attempts = 3
    /// The beginning of the label of the timer before a further attempt.
    private static let retry = "retry of join of "

    /// The attempts of a join so far. A fault may refuse some of which the trace has no refusal.
    private struct Attempts {
        var count = 1
        /// The instant and the code of the last refusal.
        var refusal: (time: Instant, code: Substring)?
    }

    /// A demand that is met before time passes.
    private struct Demand {
        let participant: String
        let cid: Substring
        let refusal: Substring
    }

    /// The calls that join, each with its participant.
    private var joining: Set<String> = []
    /// The attempts of each call that joins.
    private var attempts: [String: Attempts] = [:]
    /// The instant of each participant's last command.
    private var commands: [String: Instant] = [:]
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
            let known = attempts.removeValue(forKey: name) ?? Attempts()
            if change.from == "joining", change.to == "idle" || change.to == "error" {
                return violation(of: known, change, name, at: now, run)
            }
        case .fired(let timer) where timer.label.hasPrefix(Self.retry):
            attempts["\(timer.owner), \(timer.label.dropFirst(Self.retry.count))", default: Attempts()].count += 1
        case .request(let request) where Self.joins.contains(request.operation) && !request.isGranted:
            note(request, at: now, run)
            if request.operation == "join", run.isUndisturbed, run.slack == .zero { refuse(request, run) }
        case .command(let participant, _, _): commands[participant] = now
        case .ended(let participant, let cid): posted.insert("\(participant), \(cid)")
        case .crashed(let participant):
            joining = joining.filter { !$0.hasPrefix("\(participant), ") }
            demands.removeAll { $0.participant == participant }
        default: break
        }
        return nil
    }

    private mutating func note(_ request: ObservedRequest, at now: Instant, _ run: RunTraits) {
        for participant in run.participants(of: request.user) {
            let name = "\(participant), \(request.cid ?? "")"
            if joining.contains(name) { attempts[name, default: Attempts()].refusal = (now, request.code) }
        }
    }

    /// Returns the refusal of a join that ends, at the instant of a refusal that may pass, before its last attempt.
    private func violation(
        of attempts: Attempts, _ change: PropertyChange, _ name: String, at now: Instant, _ run: RunTraits
    ) -> Refusal? {
        guard let refusal = attempts.refusal, refusal.time == now, mayPass(refusal.code),
            attempts.count < Self.attempts, commands[change.participant] != now, run.slack == .zero,
            run.participants[change.participant]?.isOwn == true
        else { return nil }
        return Refusal(
            name, "its join ends after \(attempts.count.counted("attempt"))", allowed: ["\(Self.attempts) attempts"])
    }

    private func mayPass(_ code: Substring) -> Bool { code.hasPrefix("5.") || code == "4.29" }

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
