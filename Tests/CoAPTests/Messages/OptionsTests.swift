import Testing
import Wire

@Suite struct OptionsTests {
    @Test func `values are read as they were set`() throws {
        var options = CoAP.Options()
        options.size1 = 70_000
        options.uriPath = ["video", "call", "grüße", ""]
        options.uriQuery = ["a=1", "b"]
        options.uriHost = "host"
        options.uriPort = 61_616
        options.observe = 0xFF_FFFF
        options.contentFormat = .cbor
        options.accept = .text
        options.maxAge = 90
        options.block1 = CoAP.Block(number: 3, hasMore: true, size: .bytes256)
        options.block2 = CoAP.Block(number: 0, hasMore: false, size: .bytes16)
        options.size2 = 0
        options.eTag = [1, 2, 3]
        options.locationPath = ["here"]
        options.locationQuery = ["x"]
        let message = CoAP.Message(type: .confirmable, code: .get, messageID: 1, options: options)
        let read = try CoAP.Message(decoding: message.encoded()).options
        #expect(read == options)
        #expect(read.uriPath == ["video", "call", "grüße", ""])
        #expect(read.uriQuery == ["a=1", "b"])
        #expect(read.uriHost == "host" && read.uriPort == 61_616)
        #expect(read.observe == 0xFF_FFFF)
        #expect(read.contentFormat == .cbor && read.accept == .text)
        #expect(read.maxAge == 90)
        #expect(read.block1 == CoAP.Block(number: 3, hasMore: true, size: .bytes256))
        #expect(read.block2 == CoAP.Block(number: 0, hasMore: false, size: .bytes16))
        #expect(read.size1 == 70_000 && read.size2 == 0)
        #expect(read.eTag == [1, 2, 3])
        #expect(read.locationPath == ["here"] && read.locationQuery == ["x"])
        #expect(read.map(\.number) == read.map(\.number).sorted())
    }

    @Test func `options with high numbers are distinguished`() {
        let (known, other) = (CoAP.OptionNumber(rawValue: 2049), CoAP.OptionNumber(rawValue: 2051))
        let options: CoAP.Options = [CoAP.Option(.requestTag, [1]), CoAP.Option(known, [2])]
        #expect(options[.requestTag] == [1] && options[known] == [2])
        #expect(options[other] == nil && !options.contains(.size1))
    }

    @Test func `a value that is set again replaces the former one`() {
        var options = CoAP.Options()
        options.uriPath = ["a", "b"]
        options.uriPath = ["c"]
        options.observe = 1
        options.observe = nil
        #expect(options.uriPath == ["c"])
        #expect(options.count == 1)
        #expect(!options.contains(.observe))
    }

    @Test(arguments: [(UInt32(0), 0), (1, 1), (255, 1), (256, 2), (65_535, 2), (65_536, 3), (0xFFFF_FFFF, 4)])
    func `integers take as few bytes as they need`(_ value: UInt32, _ count: Int) {
        #expect(CoAP.Option(.size1, value).value.count == count)
        #expect(CoAP.Options([CoAP.Option(.size1, value)]).size1 == value)
    }

    @Test func `leading zeros in integers are accepted`() {
        #expect(CoAP.Options([CoAP.Option(.maxAge, [0, 0, 7])]).maxAge == 7)
    }

    @Test func `a value of a length that is not allowed counts as not there`() {
        #expect(CoAP.Options([CoAP.Option(.observe, [0, 0, 0, 1])]).observe == nil)
        #expect(CoAP.Options([CoAP.Option(.contentFormat, [0, 0, 60])]).contentFormat == nil)
        #expect(CoAP.Options([CoAP.Option(.eTag, [UInt8](repeating: 1, count: 9))]).eTag == nil)
        let longest = [UInt8](repeating: 0x61, count: 255)
        let segments = [CoAP.Option(.locationPath, longest), CoAP.Option(.locationPath, longest + [0x61])]
        #expect(CoAP.Options(segments).locationPath.map(\.utf8.count) == [255])
    }

    @Test func `the reserved block size is not a block`() {
        #expect(CoAP.Options([CoAP.Option(.block1, 7)]).block1 == nil)
    }

    @Test(arguments: [
        (CoAP.OptionNumber.uriPath, true, true, false), (.observe, false, true, false), (.eTag, false, false, false),
        (.size1, false, false, true), (.size2, false, false, true), (.block1, true, true, false),
        (.requestTag, false, false, false),
    ])
    func `the number determines the treatment of an unknown option`(
        _ number: CoAP.OptionNumber, _ isCritical: Bool, _ isUnsafe: Bool, _ isNoCacheKey: Bool
    ) {
        #expect(number.isCritical == isCritical)
        #expect(number.isUnsafe == isUnsafe)
        #expect(number.isNoCacheKey == isNoCacheKey)
    }

    @Test func `blocks count their bytes and are described as in the RFC`() {
        let block = CoAP.Block(number: 2, hasMore: true, size: .bytes128)
        #expect(block.offset == 256)
        #expect(block.description == "2/1/128")
        #expect(CoAP.BlockSize.allCases.map(\.byteCount) == [16, 32, 64, 128, 256, 512, 1024])
    }

    @Test func `content formats have the numbers of the registry`() {
        let formats: [CoAP.ContentFormat] = [.text, .linkFormat, .octets, .json, .cbor]
        #expect(formats.map(\.rawValue) == [0, 40, 42, 50, 60])
    }
}
