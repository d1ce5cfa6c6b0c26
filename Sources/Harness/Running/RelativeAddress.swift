/// The address of a file in a page that lies in some folder.
enum RelativeAddress {
    /// The way from a folder to a file, encoded as a URL's path.
    static func of(_ file: String, from folder: String) -> String {
        let (target, start) = (parts(of: file), parts(of: folder))
        let common = zip(target, start).prefix { $0 == $1 }.count
        let words = start.dropFirst(common).map { _ in ".." } + target.dropFirst(common).map(\.urlEncoded)
        return words.joined(separator: "/")
    }

    /// The names on the way to a file from the root, without links.
    private static func parts(of path: String) -> [String] {
        (FileStore.realPath(of: path) ?? path).split(separator: "/").map(String.init)
    }
}

extension String {
    /// The text as a part of a URL's path, by RFC 3986.
    var urlEncoded: String {
        utf8.map { byte in
            guard !Self.plainInURL.contains(byte) else { return String(Character(Unicode.Scalar(byte))) }
            return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    private static let plainInURL = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)
}
