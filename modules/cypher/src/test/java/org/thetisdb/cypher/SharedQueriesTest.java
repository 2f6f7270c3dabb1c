package org.thetisdb.cypher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.BoundQuery;

/** The social-network queries: all bind, and are known to read or to write. */
class SharedQueriesTest {
    @Test
    void bind_everyQueryOfTheData_succeeds() throws IOException {
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
            BoundQuery query = Cypher.bind(text);
            assertThat(query.columns()).as(name).hasSameSizeAs(query.query().outputs());
            assertThat(query.writes()).as(name).isEqualTo(name.startsWith("iu-") || name.startsWith("del-"));
        }
    }
}
