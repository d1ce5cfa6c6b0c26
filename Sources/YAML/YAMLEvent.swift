/// One step through a document, as libyaml's parser tells it.
struct YAMLEvent {
    enum Kind {
        case streamStart
        case streamEnd
        case documentStart
        case documentEnd
        case alias(String)
        case scalar(YAMLNode.Scalar)
        case sequenceStart
        case sequenceEnd
        case mappingStart
        case mappingEnd
    }

    var kind: Kind
    var anchor: String?
    var tag: String?
    /// Whether a collection starts that is indented, not bracketed: libyaml sees its end only at the next token.
    var isBlock = false
    var start: Mark
    var end: Mark
}
