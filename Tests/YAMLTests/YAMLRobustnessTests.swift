import Testing
import YAML

@Suite struct YAMLRobustnessTests {
    @Test func `a text cut at any byte is a tree or a refusal inside the text`() {
        let bytes = Array(sample.utf8)
        var refused = 0
        for count in bytes.indices {
            do {
                _ = try YAMLNode.parse(Array(bytes.prefix(count)))
            } catch {
                refused += 1
                #expect(error.mark.line <= 16)
            }
        }
        #expect(refused > 20)
    }

    @Test func `any single flipped bit is a tree or a refusal inside the text`() {
        let bytes = Array(sample.utf8)
        var refused = 0
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << UInt8(bit)
                do {
                    _ = try YAMLNode.parse(damaged)
                } catch {
                    refused += 1
                    #expect(error.mark.line <= 18)
                }
            }
        }
        #expect(refused > 100)
    }

    @Test func `random bytes are never more than refused`() {
        var generator = Stepper(state: 42)
        let alphabet = Array("[]{}:,-&*!|>'\"%@`#? \n\tab\\0\u{7f}é".utf8)
        var outcomes: Set<Bool> = []
        for _ in 0..<3000 {
            let count = Int(generator.next() % 60)
            let bytes = (0..<count).map { _ in alphabet[Int(generator.next() % UInt64(alphabet.count))] }
            let raw = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 9) }
            outcomes.insert((try? YAMLNode.parse(bytes)) != nil)
            outcomes.insert((try? YAMLNode.parse(raw)) != nil)
        }
        #expect(outcomes == [true, false])
    }
}

/// Knuth's multiplicative generator: enough to shake a parser, the same on every run.
private struct Stepper {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 16
    }
}
