internal import ScenarioLanguage
internal import ScenarioVocabulary

/// `rollcall schema`: the JSON Schema of scenario files, for editors and other validators.
enum SchemaVerb {
    static func perform(_ words: ParsedArguments, _ registry: Registry) throws(UsageError) -> ExitStatus {
        guard words.operands.isEmpty else {
            throw UsageError(.schema, "it takes no file: it writes to the standard output")
        }
        let vocabulary = Vocabulary(registry)
        Console.say(ScenarioSchema(vocabulary: vocabulary).text)
        return .success
    }
}
