/// Secret bytes from the system's randomness, for programs whose runs need not be repeatable.
public enum SystemSecret {
    /// Returns new bytes, 32 unless another count is given.
    public static func bytes(_ count: Int = 32) -> [UInt8] {
        (0..<count).map { _ in .random(in: .min ... .max) }
    }
}
