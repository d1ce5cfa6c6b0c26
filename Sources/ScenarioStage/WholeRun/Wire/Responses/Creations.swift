/// The calls that requests have created. Each is created once, unless it is deleted.
struct Creations {
    private var created: Set<String> = []
    /// The calls that a request was to delete, at any time.
    private var deleted: Set<String> = []

    /// Processes a request, which may delete its call.
    mutating func begin(_ requestFacts: RequestFacts) {
        if requestFacts.action == .delete, let cid = requestFacts.cid { deleted.insert(cid) }
    }

    /// Processes a response that says that its request has created a call; returns its violation.
    mutating func violation(ofCreationBy requestFacts: RequestFacts) -> String? {
        // The servers delete the calls of guests when they are too many.
        guard let cid = requestFacts.cid, let user = requestFacts.user, !user.hasPrefix("guest-") else { return nil }
        guard !created.insert(cid).inserted, !deleted.contains(cid) else { return nil }
        return "its call is created, which it was before"
    }
}
