import CallLibrary
import ScenarioLanguage
package import ScenarioVocabulary
import Signaling

/// Rollcall's own call library, which a scenario uses unless the program has another one.
enum OwnLibrary {
    static let adapter = LibraryAdapter(
        words: LibraryWords(
            commands: Commands.table.words, properties: Properties.table.words,
            participantProperties: ParticipantProperties.table.words, memberProperties: MemberProperties.table.words,
            states: EventPattern.ownStates, mediaRefusals: .refusedMedia),
        makeParticipant: { makeParticipant($0) }, stateGraphs: StateGraph.own, quietTimers: [Call.mediaLabel])

    /// Makes a participant with a client of the library. Nothing has been sent yet.
    @MainActor
    private static func makeParticipant(_ context: PerformerContext) -> any Performer {
        let tracer = StageParticipant.Tracer()
        var configuration = configuration(of: context.spec, in: context.scenario)
        configuration.serverKey = context.serverKey
        let client = StreamVideo(
            user: context.spec.libraryUser, coordinator: context.coordinator, configuration: configuration,
            environment: CallEnvironment(
                scheduler: context.scheduler, generator: context.generator, socket: context.socket
            ) { tracer.receive?($0) },
            tokenProvider: { [token = context.token] in token() })
        return StageParticipant(context, client: client, tracer: tracer)
    }

    private static func configuration(of spec: ParticipantSpec, in scenario: Scenario) -> CallConfiguration {
        var configuration = CallConfiguration(
            rejectCallWhenBusy: spec.rejectCallWhenBusy, leavesWhenLiveEnds: spec.leavesWhenLiveEnds)
        let source = ParticipantSource.allCases.first { "\($0)" == spec.source }
        configuration.participantSource = source ?? .webrtc
        if let limit = spec.interceptorLimit ?? scenario.settings.interceptorLimit {
            configuration.timeouts.joinInterception = limit
        }
        if let timeout = spec.disconnectionTimeout ?? scenario.settings.disconnectionTimeout {
            configuration.reconnection.disconnection = timeout > .zero ? timeout : nil
        }
        if spec.media.isOn ?? (scenario.media != .off) { configuration.media = MediaConfiguration(spec.media.sources) }
        return configuration
    }
}

extension Registry {
    /// The registry, with Rollcall's own call library for participants without a kind or a driver.
    package var withOwnLibrary: Registry {
        var registry = self
        registry.library = OwnLibrary.adapter
        return registry
    }
}
