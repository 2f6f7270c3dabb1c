package org.thetisdb.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Generated queries in all builds: the same ones each time, and some new ones. */
class FuzzTest {
    private static final int FRESH_QUERIES = 100;

    @ParameterizedTest
    @CsvSource({"query, 1..400", "write, 1..200", "expression, 1..1000", "life, 1..6"})
    void queries_ofFixedSeeds_giveWhatTheModelGives(String kind, String seeds) {
        run(kind, seeds);
    }

    @Test
    void queries_ofFreshSeeds_giveWhatTheModelGives() {
        long seed = Long.getLong("thetis.seed", Math.floorMod(new Random().nextLong(), 1L << 30) * 100);
        run("query", seed + ".." + (seed + FRESH_QUERIES - 1));
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"query, 10000..60000", "write, 10000..30000", "expression, 10000..200000", "life, 10000..10400"})
    void manyQueries_giveWhatTheModelGives(String kind, String seeds) {
        run(kind, System.getProperty("thetis.fuzz.seeds", seeds));
    }

    @Test
    void command_withoutKindOrAskedForHelp_listsKinds() {
        for (List<String> words : List.of(List.<String>of(), List.of("query", "--help"), List.of("--help"))) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();

            int code = Fuzz.run(words, new PrintStream(bytes, true, StandardCharsets.UTF_8));

            assertThat(code).isZero();
            assertThat(bytes.toString(StandardCharsets.UTF_8))
                    .contains("query", "write", "expression", "reference", "life", "bytes")
                    .doesNotContain("no such", "missing");
        }
    }

    @Test
    void command_withWrongWords_saysWhatIsWrong() {
        for (List<String> words : List.of(
                List.of("nothing"),
                List.of("query", "--seed", "x"),
                List.of("query", "--seed"),
                List.of("query", "--threads", "many"),
                List.of("query", "--skip", "("),
                List.of("life", "--seed"),
                List.of("life", "--steps", "many"),
                List.of("life", "--skip", "x"),
                List.of("query", "--seed", "1", "--configuration", "nowhere"))) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();

            int code = Fuzz.run(words, new PrintStream(bytes, true, StandardCharsets.UTF_8));

            assertThat(code).as("%s", words).isEqualTo(2);
            assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("Usage: thetis fuzz");
        }
    }

    private static void run(String kind, String seeds) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<String> words = new ArrayList<>(List.of(kind, "--seed", seeds, "--threads", "2"));

        int code = Fuzz.run(words, new PrintStream(bytes, true, StandardCharsets.UTF_8));

        assertThat(code)
                .as("./thetis fuzz %s%n%s", String.join(" ", words), bytes.toString(StandardCharsets.UTF_8))
                .isZero();
    }
}
