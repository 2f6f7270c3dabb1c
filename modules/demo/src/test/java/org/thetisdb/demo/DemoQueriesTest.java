package org.thetisdb.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DemoQueriesTest {
    @Test
    void all_always_haveTitleAndText() {
        assertThat(DemoQueries.all()).hasSizeGreaterThanOrEqualTo(12).allSatisfy(query -> {
            assertThat(query.title()).isNotBlank().hasSizeLessThan(100);
            assertThat(query.text()).startsWith("MATCH").contains("RETURN").doesNotEndWith("\n");
        });
    }

    @Test
    void all_always_listEveryFile() throws IOException, URISyntaxException {
        Path folder = Path.of(DemoQueries.class.getResource("/demo/queries").toURI());
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(DemoQueries.all().stream()
                            .map(query -> query.name() + ".cypher")
                            .toList());
        }
    }
}
