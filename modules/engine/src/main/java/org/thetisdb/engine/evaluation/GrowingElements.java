package org.thetisdb.engine.evaluation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.HeapSize;

/**
 * A list that an expression makes element by element: in memory as long as there is room for it, then on disk, piece by
 * piece, where the run has a place for lists. Limits are checked while it grows. One thread.
 */
public final class GrowingElements {
    private final EvaluationContext context;
    private final String operation;
    private List<@Nullable Object> inMemory = new ArrayList<>();
    private List<?> stored = List.of();
    private long heldBytes;
    private long grantedBytes;
    private int steps;

    /** @param operation for the error */
    public GrowingElements(EvaluationContext context, String operation) {
        this.context = context;
        this.operation = operation;
    }

    /** {@return whether a list of so many bytes is better made here, as there is no room for it but on disk} */
    public static boolean isNeeded(EvaluationContext context, long bytes) {
        return !Growth.isSmall(bytes)
                && !context.run().hasRoom(bytes)
                && context.run().longLists().isPresent();
    }

    /** Adds elements of a list, from {@code start} up to {@code end}. */
    public void addAll(List<?> list, int start, int end) {
        for (int index = start; index < end; index++) {
            add(list.get(index));
        }
    }

    public void add(@Nullable Object element) {
        steps++;
        if (steps % Growth.STEPS_BETWEEN_CHECKS == 0) {
            context.stop().checkpoint();
        }
        inMemory.add(element);
        heldBytes += Growth.REFERENCE_BYTES + HeapSize.of(element);
        if (!Growth.isSmall(heldBytes) && heldBytes > grantedBytes) {
            makeRoom();
        }
    }

    /** In large steps, as the array of a list grows. */
    private void makeRoom() {
        long wantedBytes = 2 * heldBytes;
        Optional<LongLists> disk = context.run().hasRoom(wantedBytes)
                ? Optional.empty()
                : context.run().longLists();
        if (disk.isPresent()) {
            store(disk.get());
        } else {
            Growth.require(context, operation, heldBytes);
            grantedBytes = wantedBytes;
        }
    }

    private void store(LongLists disk) {
        stored = disk.append(stored, inMemory, HeapSize.of(inMemory));
        inMemory = new ArrayList<>();
        heldBytes = 0;
    }

    /** The list; nothing is to be added any more. */
    public List<?> list() {
        if (stored.isEmpty()) {
            return Collections.unmodifiableList(inMemory);
        }
        if (!inMemory.isEmpty()) {
            store(context.run().longLists().orElseThrow());
        }
        return stored;
    }
}
