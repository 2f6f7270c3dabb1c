package org.thetisdb.bench.versions;

/** What is measured of a store in every round. */
enum Measure {
    ONE_CLIENT("W1 one client", "commits/s", true),
    ONE_COMMIT("W1 one client, median commit", "µs", false),
    MANY_CLIENTS("W1 many clients, a document each", "commits/s", true),
    SERVER_COMMITS("W1 in a procedure on the server", "commits/s", true),
    READ("W2 one read as of a version", "µs", false),
    SERVER_READ("W2 in a function on the server", "µs", false),
    LIST("W3 all versions", "ms", false),
    FIELD("W4 one field over all versions", "ms", false),
    HISTORY_BYTES("W5 history on disk", "bytes", false),
    ALL_BYTES("W5 all files, logs too", "bytes", false),
    CHANGES("W6 what changed", "ms", false);

    private final String title;
    private final String unit;
    private final boolean rate;

    Measure(String title, String unit, boolean rate) {
        this.title = title;
        this.unit = unit;
        this.rate = rate;
    }

    String title() {
        return title;
    }

    String unit() {
        return unit;
    }

    /** The factor by which the first is better than the other: above 1 it is ahead. */
    double advantage(double first, double other) {
        return rate ? first / other : other / first;
    }
}
