import CallLibrary
import Wire

/// A command that needs a call when the participant has none.
struct NoCallError: Error, CustomStringConvertible {
    let participant: String

    var description: String {
        "\(participant) is in no call and none rings here; name one with `call: type:id`"
    }
}

extension StageParticipant {
    /// Does what a command says; returns when the library's function does.
    func perform(_ command: Command, _ makeInterceptor: (InterceptorSpec) -> any CallJoinIntercepting) async throws {
        switch command {
        case .ring(let start):
            viewModel.startCall(
                callType: start.call.type, callId: start.call.id, members: start.requests, ring: true,
                custom: start.custom.map, video: start.video ?? false)
        case .startCall(let start):
            viewModel.startCall(
                callType: start.call.type, callId: start.call.id, members: start.requests, ring: false,
                custom: start.custom.map, video: start.video ?? false)
        case .joinAndRing(let start):
            viewModel.joinAndRingCall(
                callType: start.call.type, callId: start.call.id, members: start.requests,
                custom: start.custom.map, video: start.video ?? false)
        case .join(let call):
            viewModel.joinCall(callType: call.type, callId: call.id)
        case .enterLobby(let call, let members):
            viewModel.enterLobby(callType: call.type, callId: call.id, members: members.map { User(id: $0) })
        case .accept(let reference):
            let call = try needed(reference)
            viewModel.acceptCall(callType: call.callType, callId: call.callId)
        case .reject(let reference):
            let call = try needed(reference)
            viewModel.rejectCall(callType: call.callType, callId: call.callId)
        case .hangUp(let reason):
            viewModel.hangUp(reason: reason)
        case .toggle(let what): toggle(what)
        case .connect:
            try await client.connect()
        case .disconnect:
            try await client.disconnect()
        case .callGet, .callCreate, .callRing, .callJoin, .callAccept, .callReject, .callLeave, .callEnd,
            .callSendCustomEvent, .callSort, .callView:
            try await performOnCall(command, makeInterceptor)
        }
    }

    private func performOnCall(
        _ command: Command, _ makeInterceptor: (InterceptorSpec) -> any CallJoinIntercepting
    ) async throws {
        switch command {
        case .callGet(let reference): try await needed(reference).get()
        case .callCreate(let start, let ring, let notify):
            try await needed(start.call).create(
                members: start.requests, custom: start.custom.map, ring: ring, notify: notify,
                video: start.video ?? false)
        case .callRing(let reference, let members, let video):
            try await needed(reference).ring(members: members, video: video ?? false)
        case .callJoin(let reference, let create, let ring, let notify, let spec):
            let interceptor = spec.map(makeInterceptor) ?? interceptor
            try await needed(reference).join(create: create, ring: ring, notify: notify, joinInterceptor: interceptor)
        case .callAccept(let reference): try await needed(reference).accept()
        case .callReject(let reference, let reason): try await needed(reference).reject(reason: reason)
        case .callLeave(let reference, let reason): try needed(reference).leave(reason: reason)
        case .callEnd(let reference): try await needed(reference).end()
        case .callSendCustomEvent(let reference, let custom):
            try await needed(reference).sendCustomEvent(custom.map)
        case .callSort(let reference, let names):
            try needed(reference).updateParticipantsSorting(with: names.compactMap { ParticipantComparator.named($0) })
        case .callView(let reference, let wish, let user): view(wish, user, in: try needed(reference))
        case .ring, .startCall, .joinAndRing, .join, .enterLobby, .accept, .reject, .hangUp, .toggle, .connect,
            .disconnect:
            break
        }
    }

    private func needed(_ reference: CallReference?) throws -> Call {
        guard let call = call(reference) else { throw NoCallError(participant: name) }
        return call
    }
}

extension CallStart {
    fileprivate var requests: [MemberRequest] {
        members.map { MemberRequest(userId: $0) }
    }
}

extension [Value.Entry] {
    /// Data of a scenario as it goes onto the wire.
    fileprivate var map: CBOR.Map {
        CBOR.Map(map { ($0.key, $0.value.item) })
    }
}

extension Value {
    fileprivate var item: CBOR {
        switch self {
        case .none: .null
        case .boolean(let truth): .boolean(truth)
        case .integer(let number): .integer(number)
        case .number(let number): .float(number)
        case .text(let text): .text(text)
        case .duration(let duration): .integer(duration.milliseconds)
        case .list(let values): .array(values.map(\.item))
        case .map(let entries): .map(entries.map)
        }
    }
}
