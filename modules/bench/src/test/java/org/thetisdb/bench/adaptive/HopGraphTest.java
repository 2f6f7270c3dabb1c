package org.thetisdb.bench.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Paths along the ring. */
class HopGraphTest {
    @Test
    void aPath_hasAFilterForEachPlace() {
        assertThat(HopGraph.query(2).text())
                .isEqualTo("MATCH (n0:Place)-[:NEXT]->(n1)-[:NEXT]->(n2)"
                        + " WHERE n0.height >= 10 AND n1.height >= 20 AND n2.height >= 30"
                        + " RETURN count(*) AS paths, sum(n0.height * 2 + n1.height * 3 + n2.height * 4) AS heights");
    }
}
