import Backend
import BackendCore
import ScenarioVocabulary
import Signaling

/// Compares each response about a call with the rights of its user: a granted request has the right that it needs, and
/// none is refused for a right that its user has (`semantics.md` section 0, rule 14; wire.md, "Capabilities").
///
/// The table of needed rights follows wire.md and not the servers, which it judges.
struct RightsWatch {
    private struct Key: Hashable {
        let cid: CallCid
        let user: String
    }

    /// The rights of a user in a call after its last request.
    private var known: [Key: Set<OwnCapability>] = [:]
    /// The first violation, in words.
    private(set) var violation: String?

    /// Processes a trace of the backend.
    ///
    /// - Parameter read: Returns the rights of a user in a call; nil when one of them is unknown.
    mutating func process(_ trace: BackendTrace, reading read: (CallCid, String) -> [OwnCapability]?) {
        guard violation == nil, case .request(let request) = trace, let user = request.userId,
            case .coordinator(let route) = request.route, let (cid, needed) = Self.needs(of: route),
            let rights = read(cid, user).map(Set.init)
        else { return }
        let key = Key(cid: cid, user: user)
        let before = known.updateValue(rights, forKey: key)
        if let refusal = request.refusal {
            violation = text(of: refusal, to: key, rights)
        } else if !needed.isEmpty, needed.isDisjoint(with: rights) {
            // A user may give up the right with this very request.
            if route.changesRights, before.map(needed.isDisjoint) != true { return }
            violation =
                "\(user) lacks \(needed.sorted().map(\.rawValue).joined(separator: ", ")) in \(cid)"
                + ", and its request was granted"
        }
    }

    private func text(of refusal: APIError, to key: Key, _ rights: Set<OwnCapability>) -> String? {
        guard refusal.code == APIError.Code.notAllowed.rawValue else { return nil }
        let words = Set(refusal.message.split { !($0.isLetter || $0 == "-") }.map(String.init))
        guard let right = rights.sorted().first(where: { words.contains($0.rawValue) }) else { return nil }
        return "\(key.user) has \(right.rawValue) in \(key.cid), and its request was refused: \(refusal.message)"
    }

    // MARK: Needed rights

    /// Returns the rights of which a granted request needs one; nil for a route without a call.
    private static func needs(of route: CoordinatorRoute) -> (CallCid, Set<OwnCapability>)? {
        switch route {
        case .call(let cid, let action): (cid, needs(of: action))
        case .egress(let cid, let action): (cid, [need(of: action)])
        case .connect, .health, .disconnect, .client: nil
        }
    }

    static func needs(of action: CallAction) -> Set<OwnCapability> {
        switch action {
        case .get, .getOrCreate, .getParticipants, .getRingState, .submitFeedback: [.readCall]
        case .join, .ring, .accept, .sendEvent, .requestPermission: [.joinCall]
        case .markEnded, .delete: [.endCall]
        case .block, .unblock: [.blockUsers]
        case .kick: [.kickUser]
        case .muteUsers: [.muteUsers]
        case .pin, .unpin: [.pinForEveryone]
        case .userPermissions: [.updateCallPermissions]
        case .update: [.updateCall, .updateCallSettings, .changeMaxDuration]
        case .updateMembers: [.updateCallMember, .removeCallMember]
        case .sendReaction, .raiseHand, .lowerHand: [.createReaction]
        // A ring alone permits its rejection.
        case .reject: []
        }
    }

    static func need(of action: EgressAction) -> OwnCapability {
        switch action {
        case .listRecordings: .readCall
        case .goLive, .stopLive: .updateCall
        case .startRecording, .startFrameRecording: .startRecordCall
        case .stopRecording, .stopFrameRecording, .deleteRecording: .stopRecordCall
        case .startTranscription: .startTranscriptionCall
        case .stopTranscription: .stopTranscriptionCall
        case .startClosedCaptions: .startClosedCaptionsCall
        case .stopClosedCaptions: .stopClosedCaptionsCall
        case .startBroadcasting, .startRTMPBroadcasts: .startBroadcastCall
        case .stopBroadcasting, .stopAllRTMPBroadcasts, .stopRTMPBroadcast: .stopBroadcastCall
        }
    }
}

extension CoordinatorRoute {
    /// True for a request that may change the rights of its own user.
    fileprivate var changesRights: Bool {
        switch self {
        case .call(_, .userPermissions), .call(_, .updateMembers): true
        default: false
        }
    }
}

extension Stage {
    /// Returns the failure of a response that contradicts the rights of its user.
    func rightsFailure() -> ExpectationFailure? {
        rights.violation.map {
            ExpectationFailure(
                reason: "the response to a request contradicts the rights of its user",
                expected: "a request is granted to a user with the right that it needs, and to no other", actual: $0)
        }
    }
}
