import CallCore
import Signaling
import Testing
import Wire

@testable import CallLibrary

/// Values of the library that programs make and read.
@Suite struct SmallValuesTests {
    @Test func `a token's text is hexadecimal digits in pairs, or else its own bytes`() {
        #expect(UserToken("0a1Fff").bytes == [10, 31, 255])
        #expect(UserToken("").bytes == [])
        #expect(UserToken("0a1").bytes == Array("0a1".utf8))
        #expect(UserToken("0x1f").bytes == Array("0x1f".utf8))
        let literal: UserToken = "10"
        #expect(literal == UserToken([16]))
    }

    @Test func `a value of custom data is read as its own type alone`() {
        #expect(RawJSON.number(1.5).numberValue == 1.5)
        #expect(CBOR(integerLiteral: 3).numberValue == 3)
        #expect(RawJSON.string("a").numberValue == nil && RawJSON.string("a").stringValue == "a")
        #expect(RawJSON.bool(false).boolValue == false && RawJSON.bool(true).stringValue == nil)
        #expect(RawJSON.array([.bool(true)]).arrayValue == [.bool(true)])
        let map: [String: RawJSON] = ["a": .string("b"), "c": .bool(true)]
        #expect(RawJSON.dictionary(map).dictionaryValue == map && RawJSON.bool(true).dictionaryValue == nil)
    }

    @Test func `the same request may succeed later after a transient refusal or without a response`() {
        let transient: Set<APIError.Code> = [.internalError, .rateLimited, .sfuFull, .addressUnproven]
        for code in APIError.Code.allCases {
            let error = RequestError.refused(APIError(code, "no", advice: "wait"))
            #expect(error.isTransient == transient.contains(code), "\(code)")
            #expect(error.isSFUFull == (code == .sfuFull) && error.isSessionOver == (code == .sessionOver))
        }
        let unreadable = RequestError.unreadable(.missing(field: "a"))
        #expect(RequestError.failed(.timeout).isTransient && !unreadable.isTransient)
        #expect(!unreadable.isSFUFull && !unreadable.isSessionOver)
        #expect(!RequestError.failed(.reset).isSFUFull && !RequestError.failed(.reset).isSessionOver)
    }

    @Test func `an error says its cause and its remedy`() {
        let cid = CallCid(type: "default", id: "standup")
        #expect(CallLeftError(cid: cid, reason: nil).description.hasPrefix("the call default:standup was left; "))
        #expect(CallLeftError(cid: cid, reason: "ended").description.contains("was left (ended); "))
        #expect(NotJoinedError(cid: cid).description == "the call default:standup is not joined; call join() first")
        #expect(RequestError.failed(.timeout).description.hasPrefix("the server did not respond: "))
        #expect(RequestError.unreadable(.missing(field: "a")).description.contains("cannot be read: "))
    }

    @Test func `an order without wishes neither creates, rings nor notifies`() {
        let request = JoinOrder().request
        #expect(!request.create && !request.ring && !request.notify && request.video == false)
        #expect(!request.hintHighScaleLivestreamPublisher && request.membersLimit == nil && request.data == nil)
        var order = JoinOrder()
        order.options = CreateCallOptions(
            members: [MemberRequest { $0.userId = "bob" }], custom: ["a": 1], startsAt: .virtualStart, team: "blue",
            video: true, membersLimit: 2)
        (order.create, order.ring, order.notify, order.hintHighScaleLivestreamPublisher) = (true, true, true, true)
        let full = order.request
        #expect(full.create && full.ring && full.notify && full.video == true && full.membersLimit == 2)
        #expect(full.hintHighScaleLivestreamPublisher && full.data?.members.map(\.userId) == ["bob"])
        #expect(full.data?.custom == ["a": 1] && full.data?.team == "blue" && full.data?.video == true)
        #expect(full.data?.startsAt == .virtualStart && full.data?.settingsOverride == nil)
    }
}
