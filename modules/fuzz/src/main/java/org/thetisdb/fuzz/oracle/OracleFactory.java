package org.thetisdb.fuzz.oracle;

import org.thetisdb.fuzz.generate.FuzzGraph;

/** A way to answer queries about graphs. Thread safe. */
public interface OracleFactory {
    /** The name of the way, as {@code --configuration} takes it. */
    String name();

    /** Whether its oracles answer queries that write. */
    boolean writes();

    /** Whether its errors are those of another product, which happens to compute other values than Thetis does. */
    default boolean isForeign() {
        return false;
    }

    /** Loads a graph. */
    Oracle over(FuzzGraph graph);
}
