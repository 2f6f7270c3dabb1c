package org.thetisdb.bench.io;

import java.util.Arrays;
import java.util.List;

/** A way to read a file. */
enum Way {
    MAPPED_NORMAL("mmap NORMAL", Kind.MAPPED_MEMORY, ""),
    MAPPED_AHEAD("mmap RANDOM + WILLNEED", Kind.MAPPED_MEMORY_AHEAD, ""),
    PREAD("pread", Kind.ENGINE, "pread"),
    CHANNEL("filechannel", Kind.ENGINE, "filechannel"),
    DIRECT("direct", Kind.ENGINE, "direct"),
    MAPPED("mapped", Kind.ENGINE, "mapped"),
    PREAD_BATCH("pread batch", Kind.BATCH, "pread"),
    RING_BATCH("io_uring batch", Kind.BATCH, "io_uring"),
    CHANNEL_BATCH("filechannel batch", Kind.BATCH, "filechannel"),
    DIRECT_BATCH("direct batch", Kind.BATCH, "direct"),
    MAPPED_BATCH("mapped batch", Kind.BATCH, "mapped"),
    CACHE_PREAD("cache over pread", Kind.CACHE, "pread"),
    CACHE_RING("cache over io_uring", Kind.CACHE, "io_uring"),
    CACHE_DIRECT("cache over direct", Kind.CACHE, "direct"),
    CACHE_DIRECT_SMALL("cache over direct, 4 KiB pages", Kind.CACHE_OF_SMALL_PAGES, "direct");

    /** How a way reads. */
    enum Kind {
        /** Copies from a mapping, as the system reads it. */
        MAPPED_MEMORY,
        /** Tells the system that accesses are random, and of all ranges of an operation in advance. */
        MAPPED_MEMORY_AHEAD,
        /** Reads one range after the other by an engine. */
        ENGINE,
        /** Reads all ranges of an operation by one call of an engine. */
        BATCH,
        /** Reads all missing pages of an operation together into the page cache, and copies. */
        CACHE,
        /** The same with pages of 4 KiB. */
        CACHE_OF_SMALL_PAGES
    }

    private final String label;
    private final Kind kind;
    private final String engine;

    Way(String label, Kind kind, String engine) {
        this.label = label;
        this.kind = kind;
        this.engine = engine;
    }

    String label() {
        return label;
    }

    Kind kind() {
        return kind;
    }

    /** The engine's name; empty if it is none of Thetis'. */
    String engine() {
        return engine;
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Way::label).toList();
    }

    /**
     * The ways whose labels match a glob.
     *
     * @throws IllegalArgumentException if there are none
     */
    static List<Way> matching(String glob) {
        String pattern = glob.replace("+", "\\+").replace("*", ".*");
        List<Way> ways = Arrays.stream(values())
                .filter(way -> way.label.matches(pattern))
                .toList();
        if (ways.isEmpty()) {
            throw new IllegalArgumentException("no such way: --ways=" + glob + ", known=" + labels());
        }
        return ways;
    }
}
