import Testing
import Wire

@Suite
struct AppendixATests {
    @Test(arguments: appendixA)
    func `every example decodes to its item`(example: Example) throws {
        #expect(try CBOR(decoding: bytes(example.hex)) == example.item)
    }

    @Test(arguments: appendixA)
    func `every example has its diagnostic notation`(example: Example) throws {
        #expect(try CBOR(decoding: bytes(example.hex)).diagnostic == example.diagnostic)
    }

    @Test(arguments: appendixA)
    func `every item encodes to its example where that is deterministic`(example: Example) {
        #expect((example.item.encoded() == bytes(example.hex)) == example.isDeterministic)
    }

    @Test
    func `all rows of the table are there`() {
        // RFC 7049's table had one more, simple(24) in two bytes, which is reserved now.
        #expect(appendixA.count == 81)
    }
}
