package org.thetisdb.storage.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.storage.isolation.DependencyGraph.Anomaly;
import org.thetisdb.storage.isolation.DependencyGraph.Kind;

/** The search finds each phenomenon, and none where there is none. */
final class DependencyGraphTest {
    private final DependencyGraph graph = new DependencyGraph();

    @Test
    void aChainIsNoCycle() {
        graph.edge(1, 2, Kind.WRITE_WRITE);
        graph.edge(2, 3, Kind.READ_WRITE);
        graph.edge(1, 3, Kind.WRITE_READ);
        graph.edge(3, 3, Kind.READ_WRITE);
        assertThat(graph.anomalies()).isEmpty();
    }

    @Test
    void dirtyWrites() {
        graph.edge(1, 2, Kind.WRITE_WRITE);
        graph.edge(2, 1, Kind.WRITE_WRITE);
        assertThat(graph.anomalies()).contains(Anomaly.G0);
    }

    @Test
    void circularFlow() {
        graph.edge(1, 2, Kind.WRITE_READ);
        graph.edge(2, 3, Kind.WRITE_WRITE);
        graph.edge(3, 1, Kind.WRITE_READ);
        assertThat(graph.anomalies()).containsExactly(Anomaly.G1C);
    }

    @Test
    void aLostUpdate() {
        graph.edge(1, 2, Kind.READ_WRITE);
        graph.edge(2, 1, Kind.WRITE_WRITE);
        assertThat(graph.anomalies()).containsExactly(Anomaly.G_SINGLE);
    }

    @Test
    void writeSkew() {
        graph.edge(1, 2, Kind.READ_WRITE);
        graph.edge(2, 1, Kind.READ_WRITE);
        assertThat(graph.anomalies()).containsExactly(Anomaly.G2);
    }
}
