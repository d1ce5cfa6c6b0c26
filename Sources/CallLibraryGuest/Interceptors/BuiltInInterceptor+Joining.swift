package import CallLibrary
package import ScenarioVocabulary

extension BuiltInInterceptor: CallJoinIntercepting {
    package func callReadyToJoin(_ call: Call) async throws { try await run() }
}
