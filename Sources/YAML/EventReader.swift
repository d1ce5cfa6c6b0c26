import CYAML

/// libyaml's event parser over bytes that outlive it.
struct EventReader: ~Copyable {
    /// Sound: allocated and freed here and not passed on; libyaml needs a stable address.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let bytes: UnsafeBufferPointer<UInt8>

    /// Creates a reader of `bytes`, which must outlive it.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(YAMLError) {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            throw .outOfMemory
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
        self.parser = parser
        self.bytes = bytes
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// Returns the next event.
    func next() throws(YAMLError) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
        defer { yaml_event_delete(&event) }
        return YAMLEvent(event)
    }

    private func failure() -> YAMLError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "unknown problem"
        let place = min(Mark(parser.pointee.problem_mark), endOfText)
        let context = parser.pointee.context.map { String(cString: $0) }
        switch parser.pointee.error {
        case YAML_MEMORY_ERROR:
            return .outOfMemory
        case YAML_READER_ERROR:
            // In UTF-16 every second byte of Latin letters is zero, with or without a byte order mark.
            let isWide =
                bytes.prefix(2).contains(0) || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
            if isWide { return .notText(problem: YAMLError.otherEncoding, at: .start) }
            return .notText(problem: problem, at: Mark(offset: parser.pointee.problem_offset, in: bytes))
        default:
            let mark = context == nil ? nil : Mark(parser.pointee.context_mark)
            let hint = YAMLHint.hint(
                for: problem, after: context, character: character(at: parser.pointee.problem_mark))
            return .notYAML(problem: problem, at: place, context: context, contextMark: mark, hint: hint)
        }
    }

    /// The position after the last visible character. libyaml reports an error at the end one line too low.
    private var endOfText: Mark {
        let blank = bytes.reversed().prefix { " \t\r\n".utf8.contains($0) }.count
        return Mark(offset: bytes.count - blank, in: bytes)
    }

    /// Returns the byte at a mark, found by line and column because a mark's index counts characters.
    private func character(at mark: yaml_mark_t) -> UInt8? {
        var line = 0
        var column = 0
        for byte in bytes where byte & 0xC0 != 0x80 {
            if line == mark.line, column == mark.column { return byte }
            line += byte == UInt8(ascii: "\n") ? 1 : 0
            column = byte == UInt8(ascii: "\n") ? 0 : column + 1
        }
        return nil
    }
}

extension Mark {
    init(_ mark: yaml_mark_t) {
        self.init(line: Int(clamping: mark.line) &+ 1, column: Int(clamping: mark.column) &+ 1)
    }
}

extension YAMLEvent {
    /// Copies the needed parts of libyaml's event.
    fileprivate init(_ event: yaml_event_t) {
        self.init(content: .streamStart, start: Mark(event.start_mark), end: Mark(event.end_mark))
        switch event.type {
        case YAML_STREAM_END_EVENT: content = .streamEnd
        case YAML_DOCUMENT_START_EVENT: content = .documentStart
        case YAML_DOCUMENT_END_EVENT: content = .documentEnd
        case YAML_SEQUENCE_END_EVENT: content = .sequenceEnd
        case YAML_MAPPING_END_EVENT: content = .mappingEnd
        case YAML_ALIAS_EVENT: content = .alias(text(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT: readScalar(event.data.scalar)
        case YAML_SEQUENCE_START_EVENT:
            content = .sequenceStart
            anchor = text(event.data.sequence_start.anchor)
            tag = text(event.data.sequence_start.tag)
            isBlock = event.data.sequence_start.style != YAML_FLOW_SEQUENCE_STYLE
        case YAML_MAPPING_START_EVENT:
            content = .mappingStart
            anchor = text(event.data.mapping_start.anchor)
            tag = text(event.data.mapping_start.tag)
            isBlock = event.data.mapping_start.style != YAML_FLOW_MAPPING_STYLE
        default: break
        }
    }

    private mutating func readScalar(_ scalar: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar) {
        // Sound: libyaml keeps the bytes until the event is deleted, after this copy.
        let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        content = .scalar(YAMLNode.Scalar(text, style: YAMLNode.Scalar.Style(scalar.style)))
        anchor = self.text(scalar.anchor)
        tag = self.text(scalar.tag)
    }

    private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        // Sound: libyaml's texts end with a zero, and live as long as the event.
        pointer.map { String(cString: $0) }
    }
}

extension YAMLNode.Scalar.Style {
    fileprivate init(_ style: yaml_scalar_style_t) {
        self =
            switch style {
            case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
            case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
            case YAML_LITERAL_SCALAR_STYLE: .literal
            case YAML_FOLDED_SCALAR_STYLE: .folded
            default: .plain
            }
    }
}
