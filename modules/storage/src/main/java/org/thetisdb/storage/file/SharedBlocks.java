package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of which the directories of several roots consist, each of which is there once: a checkpoint writes a
 * directory again if one segment of it has changed, and leaves most of its blocks as they were.
 *
 * <pre>
 *   root 7   Small.id   A B C D         root 8   Small.id   A B C E         in memory   A B C D E
 * </pre>
 *
 * <p>A block is forgotten when no directory has it any more. Thread safe.
 */
public final class SharedBlocks {
    private final Map<Held, Held> blocks = new HashMap<>();
    private final ReferenceQueue<MemorySegment> gone = new ReferenceQueue<>();

    /** A block that directories have, found by its bytes; once they let go of it, it is like no other. */
    private static final class Held extends WeakReference<MemorySegment> {
        private final int hash;

        Held(MemorySegment block, int hash, ReferenceQueue<MemorySegment> gone) {
            super(block, gone);
            this.hash = hash;
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            if (this == other) {
                return true;
            }
            MemorySegment own = get();
            MemorySegment its = other instanceof Held held ? held.get() : null;
            return own != null && its != null && own.mismatch(its) < 0;
        }
    }

    /** A block with these bytes: that which is there already, or this one, which nobody may change from now on. */
    synchronized MemorySegment shared(byte[] bytes) {
        for (Reference<?> each = gone.poll(); each != null; each = gone.poll()) {
            blocks.remove(each);
        }
        MemorySegment block = MemorySegment.ofArray(bytes);
        Held wanted = new Held(block, Arrays.hashCode(bytes), gone);
        Held known = blocks.putIfAbsent(wanted, wanted);
        MemorySegment found = known == null ? block : known.get();
        // What was found may have been let go of since; then this one is not shared, and the next one is again.
        return found == null ? block : found;
    }

    /** How many blocks there are. */
    synchronized int count() {
        return blocks.size();
    }
}
