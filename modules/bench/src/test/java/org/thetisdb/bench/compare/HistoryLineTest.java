package org.thetisdb.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HistoryLineTest {
    @TempDir
    private Path directory;

    private CommitBuild build(String name) throws IOException {
        Path tree = directory.resolve(name);
        Path library = Files.createDirectories(tree.resolve("build/lib"));
        Files.writeString(library.resolve("thetis-engine-0.1.0.jar"), "12345");
        Files.writeString(library.resolve("other-1.0.jar"), "123");
        Files.writeString(
                Files.createDirectories(tree.resolve("modules/a/src/main/java/b"))
                        .resolve("C.java"),
                "1\n2\n");
        Files.writeString(
                Files.createDirectories(tree.resolve("modules/a/src/test/java/b"))
                        .resolve("D.java"),
                "1\n");
        return new CommitBuild(name, name + "hash", tree, OptionalDouble.of(12.34567));
    }

    @Test
    void appendTo_twice_isTwoLinesThatNameNoMachine() throws IOException {
        CompareData data = new CompareData("sf0.1", directory, directory, Optional.empty(), Map.of());
        Comparison imported = Comparison.ofTurns("import", new double[] {100, 200, 300}, new double[] {50, 100, 150});
        HistoryLine line = HistoryLine.of(data, build("base"), build("head"), List.of(imported));
        Path file = directory.resolve("history/bench.ndjson");
        line.appendTo(file);
        line.appendTo(file);

        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst())
                .doesNotContain(directory.toString(), InetAddress.getLocalHost().getHostName() + "\"");
        JsonNode read = JsonMapper.builder().build().readTree(lines.getFirst());
        assertThat(read.at("/head/commit").asString()).isEqualTo("headhash");
        assertThat(read.at("/head/buildSeconds").asDouble()).isEqualTo(12.35);
        assertThat(read.at("/head/jarBytes").toString()).isEqualTo("{\"thetis-engine\":5}");
        assertThat(read.at("/base/mainLines").asInt()).isEqualTo(2);
        assertThat(read.at("/base/testLines").asInt()).isEqualTo(1);
        assertThat(read.at("/queries/import/ratio").asDouble()).isEqualTo(0.5);
        assertThat(read.at("/queries/import/headMillis").asDouble()).isEqualTo(100);
        assertThat(read.at("/queries/import/headBytes").asDouble()).isEqualTo(-1);
        assertThat(read.at("/machine/processors").asInt()).isPositive();
    }
}
