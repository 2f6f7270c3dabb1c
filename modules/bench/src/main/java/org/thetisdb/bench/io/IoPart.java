package org.thetisdb.bench.io;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What an operation reads, and what is in memory before. */
enum IoPart {
    /** 16 reads of 16 KiB anywhere; the file was read before as far as memory goes. */
    RANDOM(16 << 10, true, true),
    /** 16 reads of 16 KiB, one after another from anywhere on. */
    SEQUENTIAL(16 << 10, false, true),
    /** 16 reads of 4 KiB anywhere. */
    SMALL(4 << 10, true, true),
    /** 16 reads of 16 KiB anywhere; nothing is in memory when it begins. */
    COLD(16 << 10, true, false);

    /** As in the workload of Lucene. */
    static final int READS = 16;

    private final int bytes;
    private final boolean isRandom;
    private final boolean isWarm;

    IoPart(int bytes, boolean isRandom, boolean isWarm) {
        this.bytes = bytes;
        this.isRandom = isRandom;
        this.isWarm = isWarm;
    }

    /** How many bytes a read asks for. */
    int bytes() {
        return bytes;
    }

    /** Whether every read is anywhere; else an operation's first one alone. */
    boolean isRandom() {
        return isRandom;
    }

    /** Whether the file was read before. */
    boolean isWarm() {
        return isWarm;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(IoPart::label).toList();
    }

    static IoPart named(String label) {
        return Arrays.stream(values())
                .filter(part -> part.label().equals(label))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("no such part: --parts=" + label + ", known=" + labels()));
    }
}
