extension SpecificationWatch {
    /// All specifications, in the order of their page.
    static let all: [any Specification.Type] = [
        CallerRing.self, CalleeRing.self, GroupRing.self, RingingAndActive.self, CallStages.self, Interception.self,
        ShownCalls.self, EndedCalls.self, TimerLengths.self, Reconnecting.self, ShownStatus.self, SessionLives.self,
        Rosters.self, Causes.self, Audiences.self, Receptions.self, EventEffects.self, Egress.self, EventNumbers.self,
        Responses.self,
        Consent.self,
    ]

    /// The pages of all specifications.
    package static var pages: [SpecificationPage] { all.map { $0.page } }

    /// The pages of the specifications for which a capture alone is enough.
    package static var pagesOfCaptures: [SpecificationPage] { pages.filter(\.needsOnlyCapture) }
}
