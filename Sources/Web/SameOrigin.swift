/// The rule that keeps pages of other sites from reading and starting anything.
///
/// A name that another site lets point to 127.0.0.1 shows in `Host`. A request that another page makes shows in `Origin` and
/// in `Sec-Fetch-Site`; with a body that is declared as JSON, the browser asks for permission first, and gets none.
package struct SameOrigin: Sendable {
    private let hosts: Set<String>

    package init(port: UInt16) {
        hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    }

    /// The reason for which a request is refused; nil when it is of this site.
    package func refusal(of request: HTTPRequest) -> String? {
        guard let host = request.fields["host"]?.lowercased(), hosts.contains(host) else {
            return "the field Host needs to be one of \(hosts.sorted().joined(separator: ", "))\n"
        }
        if let origin = request.fields["origin"], origin.lowercased() != "http://\(host)" {
            return "another origin may not ask: \(origin)\n"
        }
        if let site = request.fields["sec-fetch-site"], !["same-origin", "none"].contains(site) {
            return "another site may not ask: \(site)\n"
        }
        if request.method == .post, request.fields["content-type"]?.lowercased() != "application/json" {
            return "a POST needs the type application/json\n"
        }
        return nil
    }
}
