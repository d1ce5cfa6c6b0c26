/// RFC 4231 section 4; test case 5 gives the first 16 bytes only.
let rfc4231: [Vector] = [
    Vector(
        name: "test case 1", key: .init(repeating: 0x0B, count: 20), message: bytes("Hi There"),
        digest: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    Vector(
        name: "test case 2", key: bytes("Jefe"), message: bytes("what do ya want for nothing?"),
        digest: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    Vector(
        name: "test case 3", key: .init(repeating: 0xAA, count: 20), message: .init(repeating: 0xDD, count: 50),
        digest: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    Vector(
        name: "test case 4", key: .init(0x01...0x19), message: .init(repeating: 0xCD, count: 50),
        digest: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    Vector(
        name: "test case 5", key: .init(repeating: 0x0C, count: 20), message: bytes("Test With Truncation"),
        digest: "a3b6167473100ee06e0c796c2955552b"),
    Vector(
        name: "test case 6", key: .init(repeating: 0xAA, count: 131),
        message: bytes("Test Using Larger Than Block-Size Key - Hash Key First"),
        digest: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    Vector(
        name: "test case 7", key: .init(repeating: 0xAA, count: 131),
        message: bytes(
            "This is a test using a larger than block-size key and a larger than block-size data. "
                + "The key needs to be hashed before being used by the HMAC algorithm."),
        digest: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
]

/// RFC 2202 section 3.
let rfc2202: [Vector] = [
    Vector(
        name: "test case 1", key: .init(repeating: 0x0B, count: 20), message: bytes("Hi There"),
        digest: "b617318655057264e28bc0b6fb378c8ef146be00"),
    Vector(
        name: "test case 2", key: bytes("Jefe"), message: bytes("what do ya want for nothing?"),
        digest: "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
    Vector(
        name: "test case 3", key: .init(repeating: 0xAA, count: 20), message: .init(repeating: 0xDD, count: 50),
        digest: "125d7342b9ac11cd91a39af48aa17b4f63f175d3"),
    Vector(
        name: "test case 4", key: .init(0x01...0x19), message: .init(repeating: 0xCD, count: 50),
        digest: "4c9007f4026250c6bc8414f9bf50c86c2d7235da"),
    Vector(
        name: "test case 5", key: .init(repeating: 0x0C, count: 20), message: bytes("Test With Truncation"),
        digest: "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04"),
    Vector(
        name: "test case 6", key: .init(repeating: 0xAA, count: 80),
        message: bytes("Test Using Larger Than Block-Size Key - Hash Key First"),
        digest: "aa4ae5e15272d00e95705637ce8a3b55ed402112"),
    Vector(
        name: "test case 7", key: .init(repeating: 0xAA, count: 80),
        message: bytes("Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data"),
        digest: "e8e99d0f45237d786d6bbaa7965c7808bbff1a91"),
]

private func bytes(_ text: String) -> [UInt8] {
    Array(text.utf8)
}
