import Backend
import Loop
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Sockets

/// The configuration of the servers for a scenario.
extension Scenario {
    /// The users that the servers know, without guests.
    var knownUsers: [User] {
        var known: Set<String> = []
        return participants.filter { $0.kind == .regular && known.insert($0.user).inserted }.map(\.libraryUser)
    }

    /// Returns the configuration of servers with a secret at the hosts of a plan.
    func configuration(secret: [UInt8], at plan: AddressPlan) -> BackendConfiguration {
        var configuration = BackendConfiguration(
            secret: secret, users: knownUsers, callTypes: CallType.documented.map(adapted), sfuCount: settings.sfuCount,
            coordinatorHost: plan.coordinator, port: AddressPlan.serverPort,
            rateLimit: RateLimit(requests: settings.requestLimit ?? RateLimit().requests), egress: egressPace)
        configuration.participantsShown = settings.rosterLimit ?? configuration.participantsShown
        configuration.requiresProofs = settings.requiresProofs
        if let deadline = settings.fastReconnectDeadline { configuration.timeouts.fastReconnect = deadline }
        return configuration
    }

    /// Returns a type of calls with the settings of the scenario.
    private func adapted(_ type: CallType) -> CallType {
        var values = type.settings
        values.ring.autoCancelTimeout = settings.autoCancelTimeout ?? values.ring.autoCancelTimeout
        values.ring.incomingCallTimeout = settings.incomingCallTimeout ?? values.ring.incomingCallTimeout
        values.ring.missedCallTimeout = settings.missedCallTimeout ?? values.ring.missedCallTimeout
        if media == .audio { values.video.cameraDefaultOn = false }
        values.audio.micDefaultOn = settings.micDefaultOn ?? values.audio.micDefaultOn
        values.audio.speakerDefaultOn = settings.speakerDefaultOn ?? values.audio.speakerDefaultOn
        values.audio.defaultDevice = settings.defaultDevice ?? values.audio.defaultDevice
        values.video.cameraDefaultOn = settings.cameraDefaultOn ?? values.video.cameraDefaultOn
        let adapted = CallType(
            name: type.name, settings: values, takesIngress: type.takesIngress, grants: type.grants)
        return settings.membersOnly ? adapted.forMembersOnly : adapted
    }

    private var egressPace: EgressPace {
        var pace = EgressPace()
        pace.start = settings.egressStart ?? pace.start
        pace.file = settings.egressFile ?? pace.file
        // With an interval of zero, frames would never end.
        pace.frame = max(.milliseconds(1), settings.egressFrame ?? pace.frame)
        return pace
    }
}
