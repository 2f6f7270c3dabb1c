package org.thetisdb.fuzz.life;

import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.fuzz.query.Literals;

/** One thing that happens to a database. Immutable. */
sealed interface LifeStep {
    /** As stories of statements write it. */
    String text();

    /** Whether the graph, or where it is kept, may be another afterwards. */
    default boolean changes() {
        return true;
    }

    /** A statement in a transaction of its own. */
    record Write(FuzzQuery query, Ending ending) implements LifeStep {
        @Override
        public String text() {
            return "begin;\n" + statement(query)
                    + switch (ending) {
                        case COMMIT -> "\ncommit;";
                        case COMMIT_BEHIND_A_CHECKPOINT -> "\ncheckpoint;\ncommit;";
                        case ROLLBACK -> "\nrollback;";
                    };
        }
    }

    /** How a transaction ends. */
    enum Ending {
        COMMIT,
        COMMIT_BEHIND_A_CHECKPOINT,
        ROLLBACK
    }

    /** A query about the graph as it is. */
    record Read(FuzzQuery query) implements LifeStep {
        @Override
        public String text() {
            return statement(query);
        }

        @Override
        public boolean changes() {
            return false;
        }
    }

    /** Keeps in mind what the graph is, to be asked for it later. */
    record Remember() implements LifeStep {
        @Override
        public String text() {
            return "// a revision to remember";
        }

        @Override
        public boolean changes() {
            return false;
        }
    }

    /**
     * A query about the graph as it was.
     *
     * @param age 0 is the newest revision that is remembered; nothing happens if there are too few
     */
    record ReadPast(int age, FuzzQuery query) implements LifeStep {
        @Override
        public String text() {
            return "// as of the remembered revision " + age + " before the newest\n" + statement(query);
        }

        @Override
        public boolean changes() {
            return false;
        }
    }

    /** An index comes, or goes if it is there. */
    record Index(String label, String key) implements LifeStep {
        String name() {
            return "of_" + label + "_" + key;
        }

        String creation() {
            return "CREATE INDEX " + name() + " FOR (n:" + label + ") ON (n." + key + ")";
        }

        String removal() {
            return "DROP INDEX " + name();
        }

        @Override
        public String text() {
            return creation() + "; // or " + removal() + "; if it is there";
        }
    }

    /** Fills the chunk of a label and empties it again. */
    record Fill(String label, boolean checkpointed) implements LifeStep {
        @Override
        public String text() {
            return "// a chunk of nodes with the label " + label + " comes and goes"
                    + (checkpointed ? ", with a checkpoint between" : "");
        }
    }

    /** What has changed goes to files. */
    record Checkpoint() implements LifeStep {
        @Override
        public String text() {
            return "checkpoint;";
        }
    }

    /**
     * The database ends in some way and is there again.
     *
     * @param seed chooses the options of the next opening
     */
    record Return(Way way, long seed) implements LifeStep {
        @Override
        public String text() {
            return switch (way) {
                case REOPENED -> "reopen;";
                case CRASHED -> "// the process ends without a word";
                case RESTORED -> "// a backup is made, restored and used from now on";
            };
        }
    }

    /** Ways to come back. */
    enum Way {
        REOPENED,
        CRASHED,
        RESTORED
    }

    private static String statement(FuzzQuery query) {
        String text = query.text().strip() + ";";
        return query.parameters().isEmpty() ? text : "parameters " + Literals.of(query.parameters()) + "\n" + text;
    }
}
