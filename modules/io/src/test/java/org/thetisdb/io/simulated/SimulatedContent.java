package org.thetisdb.io.simulated;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** The bytes of a file, in pages that never change once they are in place: a copy costs a reference per page. */
final class SimulatedContent {
    private static final int PAGE_BYTES = 4096;

    /** A missing page is one of zeros. */
    private byte[][] pages = new byte[0][];

    private long sizeBytes;

    SimulatedContent copy() {
        SimulatedContent copy = new SimulatedContent();
        copy.pages = pages.clone();
        copy.sizeBytes = sizeBytes;
        return copy;
    }

    long sizeBytes() {
        return sizeBytes;
    }

    void write(long offset, byte[] source, int from, int count) {
        resize(Math.max(sizeBytes, offset + count));
        for (int done = 0; done < count; ) {
            int page = (int) ((offset + done) / PAGE_BYTES);
            int at = (int) ((offset + done) % PAGE_BYTES);
            int bytes = Math.min(count - done, PAGE_BYTES - at);
            byte[] changed = pages[page] == null ? new byte[PAGE_BYTES] : pages[page].clone();
            System.arraycopy(source, from + done, changed, at, bytes);
            pages[page] = changed;
            done += bytes;
        }
    }

    /** Cuts, or appends zeros. */
    void resize(long bytes) {
        int pageCount = Math.toIntExact((bytes + PAGE_BYTES - 1) / PAGE_BYTES);
        if (pageCount > pages.length) {
            pages = Arrays.copyOf(pages, Math.max(pageCount, pages.length + pages.length / 2));
        }
        if (bytes < sizeBytes) {
            Arrays.fill(pages, pageCount, pages.length, null);
            int left = (int) (bytes % PAGE_BYTES);
            if (left != 0 && pages[pageCount - 1] != null) {
                byte[] changed = pages[pageCount - 1].clone();
                Arrays.fill(changed, left, PAGE_BYTES, (byte) 0);
                pages[pageCount - 1] = changed;
            }
        }
        sizeBytes = bytes;
    }

    /** Reads what is there, up to the target's size; returns the count of bytes. */
    long read(long offset, MemorySegment target) {
        long count = Math.max(0, Math.min(target.byteSize(), sizeBytes - offset));
        for (long done = 0; done < count; ) {
            int page = (int) ((offset + done) / PAGE_BYTES);
            int at = (int) ((offset + done) % PAGE_BYTES);
            int bytes = (int) Math.min(count - done, PAGE_BYTES - at);
            if (pages[page] == null) {
                target.asSlice(done, bytes).fill((byte) 0);
            } else {
                MemorySegment.copy(pages[page], at, target, ValueLayout.JAVA_BYTE, done, bytes);
            }
            done += bytes;
        }
        return count;
    }
}
