// A harness of one's own: the whole command line of rollcall, with an interceptor, steps and a kind of participant that
// scenarios use by name.
//
//     swift run own-harness run Examples/own-harness/scenarios
//     swift run own-harness check Examples/own-harness/scenarios
import CallLibraryGuest
import Harness
import ScenarioVocabulary

// First thing in the program: workers are this same executable.
RollcallMain.run(
    Registry(
        interceptors: ["doorkeeper": { Doorkeeper(streamVideo: $0) }],
        steps: [
            "sendGreeting": Greeting.toAll,
            "mumble": Mumbling.step,
        ],
        participants: ["echo": EchoParticipant.kind],
        errors: [NoOtherParticipant.self, NotOnTheList.self]))
