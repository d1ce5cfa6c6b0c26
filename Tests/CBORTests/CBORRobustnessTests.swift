import Testing
import Wire

@Suite
struct CBORRobustnessTests {
    @Test(arguments: goodInputs)
    func `every truncation is reported as one, with the end of the input`(hex: String) {
        let input = bytes(hex)
        for count in 0..<input.count {
            guard case .truncated(count, _)? = refusal(of: Array(input.prefix(count))) else {
                Issue.record("the first \(count) bytes are not refused as truncated")
                return
            }
        }
    }

    @Test(arguments: goodInputs)
    func `every flip of a single bit gives another item or an error inside the input`(hex: String) {
        let input = bytes(hex)
        for bit in 0..<input.count * 8 {
            var flipped = input
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            expectItemOrError(flipped)
        }
    }

    @Test(arguments: goodInputs)
    func `every byte in every place gives an item or an error inside the input`(hex: String) {
        let input = bytes(hex)
        for place in input.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = input
                changed[place] = byte
                expectItemOrError(changed)
            }
        }
    }

    @Test
    func `every input of up to two bytes gives an item or an error inside the input`() {
        for first in UInt8.min...UInt8.max {
            expectItemOrError([first])
            for second in UInt8.min...UInt8.max { expectItemOrError([first, second]) }
        }
    }

    /// A decoded item must encode to bytes that decode to the same item, and an index must show that item or that error.
    private func expectItemOrError(_ input: [UInt8]) {
        do throws(CBORError) {
            let item = try CBOR(decoding: input)
            if try IndexedItem(decoding: input).item != item { Issue.record("\(input) is shown as another item") }
            let again = try? CBOR(decoding: item.encoded())
            if again != item {
                Issue.record("\(input) decodes as \(item), which encodes as \(String(describing: again))")
            }
        } catch {
            expectSameRefusal(input, error)
            if !(0...input.count).contains(error.offset) { Issue.record("\(input) is refused outside of it: \(error)") }
        }
    }

    private func expectSameRefusal(_ input: [UInt8], _ refusal: CBORError) {
        do throws(CBORError) {
            let item = try IndexedItem(decoding: input).item
            Issue.record("\(input) is shown as \(item) and refused as \(refusal)")
        } catch {
            if error != refusal { Issue.record("\(input) is refused as \(refusal), and as \(error) by an index") }
        }
    }
}

/// The examples of Appendix A, and one message with everything in it.
private let goodInputs: [String] = appendixA.map(\.hex) + [everything]

private let everything = """
    bf 64 74797065 6d 63616c6c2e6163636570746564 \
    62 6964 1a 00 0f 42 40 \
    64 64617461 a3 61 61 f9 3c 00 61 62 fa 47 c3 50 00 61 63 fb 3f f1 99 99 99 99 99 9a \
    63 736967 5f 44 01 02 03 04 41 05 ff \
    64 6e616d65 7f 62 c3 bc 63 e6 b0 b4 ff \
    64 6c697374 9f 00 20 18 ff 39 01 00 f4 f5 f6 f7 f8 ff ff \
    63 746167 d8 18 45 64 49 45 54 46 \
    ff
    """
