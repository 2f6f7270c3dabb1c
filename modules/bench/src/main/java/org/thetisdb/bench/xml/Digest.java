package org.thetisdb.bench.xml;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Sums up texts in their order, so that answers can be compared. Used by one thread. */
final class Digest {
    private final CRC32C sum = new CRC32C();
    private long count;

    void add(String text) {
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        sum.update('\n');
        count++;
    }

    /** The number of texts, and their sum. */
    String text() {
        return count + "-" + Long.toHexString(sum.getValue());
    }
}
