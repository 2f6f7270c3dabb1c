package org.thetisdb.fuzz.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.generate.GraphGenerator;
import org.thetisdb.fuzz.generate.QueryGenerator;
import org.thetisdb.fuzz.load.ThetisConfiguration.Way;

class ColdOracleTest {
    private static final int GRAPHS = 6;
    private static final int QUERIES = 20;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    /** Some queries need no page: an answer out of counts, constants alone. */
    @Test
    void pages_areMissing_inTheMiddleOfMostQueries() {
        long queries = 0;
        long missing = 0;
        long evictions = 0;
        for (int number = 0; number < GRAPHS; number++) {
            FuzzGraph graph = GraphGenerator.generate(number);
            ThetisConfiguration cold = new ThetisConfiguration(Way.COLD, folder, TIMEOUT, number);
            try (ColdOracle oracle = (ColdOracle) cold.over(graph)) {
                for (int seed = 0; seed < QUERIES; seed++) {
                    oracle.answer(QueryGenerator.reading(seed, graph));
                }
                queries += oracle.coldness().queries();
                missing += oracle.coldness().missingQueries();
                evictions += oracle.coldness().evictions();
            }
        }

        assertThat(queries).isEqualTo(GRAPHS * QUERIES);
        assertThat(missing).isGreaterThan(queries / 2);
        assertThat(evictions).isGreaterThan(queries);
    }
}
