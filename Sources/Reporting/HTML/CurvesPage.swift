import Journal

/// The page of a load: its judgement, its figures, and their curves over time. It works without a network.
package enum CurvesPage {
    /// Returns the page.
    ///
    /// - Parameters:
    ///   - about: The plan in one line.
    ///   - summary: The figures as the console shows them.
    ///   - data: The curves as a JSON object with `at` and `charts`.
    package static func bytes(
        title: String, about: String, verdict: String, reasons: [String], summary: String, data: [UInt8]
    ) -> [UInt8] {
        var page = PageTemplate(PackageResources.load_html)
        page.set("title", text: title)
        page.set("about", text: about)
        page.set("verdict", text: verdict)
        page.set("reasons", text: reasons.joined(separator: "; "))
        page.set("summary", text: summary)
        page.set("style", raw: PackageResources.report_css + PackageResources.load_css)
        page.set("script", raw: PackageResources.load_js)
        page.set("data", raw: data.withoutMarkup)
        return page.filled
    }
}
