import Backend
import ScenarioLanguage
import ScenarioVocabulary
import Signaling

/// A fault whose effect depends on the run.
struct PendingFault {
    let text: String
    /// The reason of a fault without an effect, in words.
    let problem: String
    var hadEffect: Bool

    static let noPacket = "matched no packet"
}

extension Stage {
    /// The notes on faults that have had no effect so far, each text once.
    var idleFaults: [String] {
        var seen: Set<String> = []
        return pendingFaults.filter { !$0.hadEffect }
            .map { "a fault never had an effect: `\($0.text)` \($0.problem)" }
            .filter { seen.insert($0).inserted }
    }

    package func expectEffect(of fault: String, otherwise problem: String) -> @MainActor () -> Void {
        let number = pendingFaults.count
        pendingFaults.append(PendingFault(text: fault, problem: problem, hadEffect: false))
        return { [weak self] in self?.pendingFaults[number].hadEffect = true }
    }

    /// Notes a fault that has no effect.
    func noteIdleFault(_ text: String, _ problem: String) {
        pendingFaults.append(PendingFault(text: text, problem: problem, hadEffect: false))
    }

    /// Notes a command of a server about a call that the coordinator does not know.
    func noteUnknownCall(of call: ServerCall, _ text: String) {
        // An event may name any call.
        guard let backend, call.command.spec.name != "sendEvent" else { return }
        for case (_, .call(let reference)) in call.command.arguments.contents {
            let cid = CallCid(type: reference.type, id: reference.id)
            guard backend.membership(of: cid) == nil else { continue }
            noteIdleFault("\(call.server) \(text)", "is about a call that does not exist then")
        }
    }
}
