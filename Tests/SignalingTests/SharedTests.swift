import Testing
import Wire

@testable import Signaling

@Suite struct SharedTests {
    @Test func `a copy of a call that is changed leaves the other one as it was`() {
        let call = BodyTests.call
        var copy = call
        #expect(copy == call)
        copy.backstage.toggle()
        #expect(copy != call)
        #expect(call == BodyTests.call)
    }

    @Test func `lists of capabilities are written as their texts, however many lists there are and however often`() {
        let lists = CapabilityLists()
        for count in Array(1...20) + Array(1...20) {
            let list = Array(OwnCapability.all.prefix(count))
            #expect(lists.encoding(of: list) == CBOR.array(list.map { .text($0.rawValue) }).encoded())
        }
    }
}
