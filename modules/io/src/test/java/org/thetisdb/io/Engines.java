package org.thetisdb.io;

import org.junit.jupiter.api.Assumptions;

/** The engines of this machine, for tests of all of them. */
final class Engines {
    private Engines() {}

    /** The engine of that name; the test is skipped, with the reason, where there is none. */
    static IoEngine named(String name) {
        for (IoEngine.Candidate candidate : new LocalFileSystem().engines()) {
            IoEngine.Candidate found = candidate.tried();
            if (found instanceof IoEngine.Candidate.Available(IoEngine engine) && name.equals(engine.name())) {
                return engine;
            }
            if (found instanceof IoEngine.Candidate.Absent(String absent, String reason) && name.equals(absent)) {
                Assumptions.abort(name + " is absent: " + reason);
            }
        }
        throw new AssertionError("unknown engine: " + name);
    }
}
