package org.thetisdb.fuzz;

import java.util.List;
import java.util.Locale;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.generate.GraphGenerator;
import org.thetisdb.fuzz.generate.QueryGenerator;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.reference.graph.ReferenceGraph;

/** What can be generated. */
enum FuzzKind {
    QUERY("whole queries that read, over graphs of all kinds"),
    WRITE("whole queries that write: result and graph are compared"),
    EXPRESSION("expressions over constants, without a graph");

    /** How many queries are run on one graph: loading it in some ways takes as long as some dozens of them. */
    static final int QUERIES_PER_GRAPH = 200;

    private final String description;

    FuzzKind(String description) {
        this.description = description;
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    String description() {
        return description;
    }

    /** The number of the graph that a seed's query is about. */
    static long graphNumber(long seed) {
        return Math.floorDiv(seed, QUERIES_PER_GRAPH);
    }

    FuzzGraph graph(long seed) {
        return this == EXPRESSION
                ? new FuzzGraph(new ReferenceGraph(), List.of())
                : GraphGenerator.generate(mixed(graphNumber(seed)));
    }

    FuzzQuery query(long seed, FuzzGraph graph) {
        long mixed = mixed(seed + ordinal());
        return switch (this) {
            case QUERY -> QueryGenerator.reading(mixed, graph);
            case WRITE -> QueryGenerator.writing(mixed, graph);
            case EXPRESSION -> QueryGenerator.expressions(mixed);
        };
    }

    /** Neighbouring seeds must not give similar choices: the last step of SplitMix64. */
    static long mixed(long seed) {
        long mixed = (seed ^ seed >>> 30) * 0xbf58476d1ce4e5b9L + 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }
}
