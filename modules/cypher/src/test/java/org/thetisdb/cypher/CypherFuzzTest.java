package org.thetisdb.cypher;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.cases.TextCases;
import org.thetisdb.value.fuzzing.FuzzInputs;

/** The targets of fuzzing on queries that bind, queries that do not, what was once found, and mutations of these. */
class CypherFuzzTest {
    private static final int MUTATION_COUNT = 20_000;

    private static List<byte[]> inputs(Class<?> target) throws Exception {
        List<byte[]> inputs = new ArrayList<>(FuzzInputs.kept(target));
        AcceptedQueriesTest.queries().forEach(query -> inputs.add(query.getBytes(StandardCharsets.UTF_8)));
        TextCases.readFolder("modules/shell/src/test/resources/org/thetisdb/shell/transcripts/wrong")
                .forEach(file ->
                        file.cases().forEach(wrong -> inputs.add(wrong.input().getBytes(StandardCharsets.UTF_8))));
        return inputs;
    }

    @Test
    void lexer_ofAnyText_givesTokensInOrder() throws Exception {
        FuzzInputs.run(LexerFuzz::fuzzerTestOneInput, inputs(LexerFuzz.class), FuzzInputs.seed(), MUTATION_COUNT);
    }

    @Test
    void parserAndBinder_ofAnyText_answerOrRefuse() throws Exception {
        FuzzInputs.run(CypherFuzz::fuzzerTestOneInput, inputs(CypherFuzz.class), FuzzInputs.seed(), MUTATION_COUNT);
    }
}
