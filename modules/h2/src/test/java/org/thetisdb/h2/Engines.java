package org.thetisdb.h2;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.thetisdb.io.IoEngine;
import org.thetisdb.io.LocalFileSystem;

/** Which engines there are here. */
final class Engines {
    private Engines() {}

    static void assumeAvailable(String name) {
        boolean isThere = new LocalFileSystem()
                .engines().stream()
                        .filter(each -> each.name().equals(name))
                        .anyMatch(each -> each.tried() instanceof IoEngine.Candidate.Available);
        assumeTrue(isThere, "there is no engine " + name + " here");
    }
}
