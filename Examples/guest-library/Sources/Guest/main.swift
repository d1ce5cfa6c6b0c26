// Scenarios on a call library that is not Rollcall's: the whole command line, with Bell in the place of the library.
//
//     swift run guest-library run Examples/guest-library/scenarios
//     swift run guest-library run Scenarios/ringing
import Bell
import Harness
import ScenarioVocabulary

// First thing in the program: workers are this same executable.
RollcallMain.run(
    Registry(
        errors: [BellUnreachable.self, BellPhone.WrongState.self],
        guest: GuestLibrary(
            "Bell", commands: ["ring", "accept", "reject", "hangUp"],
            properties: ["callingState", "roster", "interceptions"],
            options: ["interceptor", "interceptorDelay", "interceptorLimit"], server: { BellServer($0) },
            make: { BellParticipant($0) })))
