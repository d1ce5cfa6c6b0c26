/// One event of libyaml's parser.
struct YAMLEvent {
    enum Content {
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

    var content: Content
    var anchor: String?
    var tag: String?
    /// True for the start of an indented collection. libyaml reports its end at the next token.
    var isBlock = false
    var start: Mark
    var end: Mark
}
