package org.thetisdb.cypher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The social-network queries: all parse; those that read bind; those that write say that they cannot yet. */
class SharedQueriesTest {
    @Test
    void bind_everyQueryOfTheData_succeedsOrNamesTheWritingClause() throws IOException {
        Path folder = Path.of(System.getProperty("thetis.project", ".")).resolve("../shared/data/queries");
        assumeTrue(Files.isDirectory(folder), "skipped: no queries in " + folder.toAbsolutePath());
        List<Path> files;
        try (Stream<Path> paths = Files.list(folder)) {
            files = paths.filter(path -> path.toString().endsWith(".cypher"))
                    .sorted()
                    .toList();
        }
        assertThat(files).isNotEmpty();
        for (Path file : files) {
            String text = Files.readString(file);
            String name = file.getFileName().toString();
            Cypher.parse(text);
            if (name.startsWith("iu-") || name.startsWith("del-")) {
                ThetisException error = catchThrowableOfType(ThetisException.class, () -> Cypher.bind(text));
                assertThat(error.code()).as(name).isEqualTo(ErrorCode.NOT_YET_SUPPORTED);
            } else {
                BoundQuery query = Cypher.bind(text);
                assertThat(query.columns()).as(name).hasSameSizeAs(query.query().outputs());
            }
        }
    }
}
