/// The calls that requests have created. Each is created once, unless it is deleted.
struct Creations {
    private var created: Set<String> = []
    /// The calls that a request was to delete, at any time.
    private var deleted: Set<String> = []

    /// Processes a request, which may delete its call.
    mutating func begin(_ question: Question) {
        if question.action == .delete, let cid = question.cid { deleted.insert(cid) }
    }

    /// Processes an answer that says that its request has created a call; returns its violation.
    mutating func violation(ofCreationBy question: Question) -> String? {
        // The servers delete the calls of guests when they are too many.
        guard let cid = question.cid, let user = question.user, !user.hasPrefix("guest-") else { return nil }
        guard !created.insert(cid).inserted, !deleted.contains(cid) else { return nil }
        return "its call is created, which it was before"
    }
}
