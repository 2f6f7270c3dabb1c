package org.thetisdb.bench.updates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.bench.snb.Answer;
import org.thetisdb.bench.snb.QueryCase;

class AnswerFileTest {
    @TempDir
    private Path directory;

    private static AnswerFile file(Object value) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("id", 7L);
        parameters.put("since", ZonedDateTime.parse("2012-11-29T02:52:50.873Z"));
        parameters.put("day", LocalDate.of(2012, 11, 29));
        parameters.put("names", List.of("a", "b"));
        Object[] row = {value, Arrays.asList(1L, null, "x")};
        List<Object[]> rows = new ArrayList<>();
        rows.add(row);
        Answer answer = Answer.canonical(List.of("value", "list"), rows);
        return new AnswerFile(List.of(new QueryCase("ic-1", "", parameters, Optional.of(answer), true)));
    }

    @Test
    void read_whatWasWritten_isEqual() throws IOException {
        Path path = directory.resolve("answers.jsonl");
        file(2.5).write(path);
        assertThat(AnswerFile.read(path).differences(file(2.5))).isEmpty();
        assertThat(AnswerFile.read(path)).isEqualTo(file(2.5));
    }

    @Test
    void differences_otherValueOrFewerAnswers_areSaid() {
        assertThat(file(2L).differences(file(3L)))
                .singleElement()
                .asString()
                .contains("ic-1", "expected=[2", "found=[3");
        assertThat(file(2L).differences(new AnswerFile(List.of())))
                .singleElement()
                .asString()
                .contains("expected=1");
    }
}
