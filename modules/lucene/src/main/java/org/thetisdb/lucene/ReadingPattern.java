package org.thetisdb.lucene;

import org.apache.lucene.store.DataAccessHint;
import org.apache.lucene.store.IOContext;

/** In which order an input is going to be read, and so how much is read beyond what was asked for. Immutable. */
enum ReadingPattern {
    /** From here to there: what is missing is read with as much after it as one call takes. */
    SEQUENTIAL {
        @Override
        long aheadBytes(boolean continues, long formerBytes) {
            return AHEAD_BYTES_MAX;
        }
    },
    /** Here and there: nothing that was not asked for. */
    RANDOM {
        @Override
        long aheadBytes(boolean continues, long formerBytes) {
            return 0;
        }
    },
    /** Not known: a miss right after the former one is taken for the beginning of a scan. */
    UNKNOWN {
        @Override
        long aheadBytes(boolean continues, long formerBytes) {
            return continues ? Math.min(AHEAD_BYTES_MAX, Math.max(AHEAD_BYTES_FIRST, 2 * formerBytes)) : 0;
        }
    };

    /** Half a MiB: two or three calls for it cost less than a tenth of what the device takes. */
    static final long AHEAD_BYTES_MAX = 512 << 10;

    static final long AHEAD_BYTES_FIRST = 32 << 10;

    /**
     * How many bytes to read after those that are missing.
     *
     * @param continues whether they come right after those that were missing before
     * @param formerBytes what this returned for these
     */
    abstract long aheadBytes(boolean continues, long formerBytes);

    /** What Lucene says about an input. */
    static ReadingPattern of(IOContext context) {
        return switch (context.context()) {
            case MERGE, FLUSH -> SEQUENTIAL;
            case DEFAULT -> {
                if (context.hints().contains(DataAccessHint.RANDOM)) {
                    yield RANDOM;
                }
                yield context.hints().contains(DataAccessHint.SEQUENTIAL) ? SEQUENTIAL : UNKNOWN;
            }
        };
    }
}
