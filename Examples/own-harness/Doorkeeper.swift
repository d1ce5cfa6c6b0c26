import CallLibrary

/// The error of a user that the doorkeeper does not admit.
struct NotOnTheList: Error {}

/// An interceptor as an application has it: it looks a user up before each join, which takes its time.
struct Doorkeeper: CallJoinIntercepting {
    let streamVideo: StreamVideo

    func callReadyToJoin(_ call: Call) async throws {
        // A look into a list far away; in a scenario these are 300 ms of virtual time.
        try await Task.sleep(for: .milliseconds(300))
        guard call.state.members.contains(where: { $0.userId == streamVideo.user.id }) else { throw NotOnTheList() }
    }
}
