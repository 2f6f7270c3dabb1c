package org.thetisdb.engine.fuse;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.engine.CodeCacheSummary;

/** Counts the files of a code cache by what they say. Belongs to who counts. */
final class CodeCacheCounter {
    private final Map<CodeRecord.Verdict, Integer> counts = new EnumMap<>(CodeRecord.Verdict.class);
    private long bytes;
    private int unusableCount;

    /** @param found what the file says; empty if this process cannot use it */
    void add(byte[] file, Optional<CodeRecord> found) {
        bytes += file.length;
        if (found.isEmpty()) {
            unusableCount++;
        } else {
            counts.merge(found.get().verdict(), 1, Integer::sum);
        }
    }

    CodeCacheSummary summary() {
        return new CodeCacheSummary(
                bytes,
                count(CodeRecord.Verdict.FASTER),
                count(CodeRecord.Verdict.SLOWER),
                count(CodeRecord.Verdict.TOO_LONG),
                unusableCount);
    }

    private int count(CodeRecord.Verdict verdict) {
        return counts.getOrDefault(verdict, 0);
    }
}
