package org.thetisdb.storage.log;

import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * What one commit did: to be read as often as needed, and a piece at a time, so that reading takes no more memory than
 * a piece however much it did.
 *
 * <pre>
 *   few operations     KeptOperations      bytes in memory
 *   many, committed    LoggedOperations    parts in a segment of the log, and a rest in memory
 *   many, before that  SpooledOperations   parts in a file that is not yet a segment, and a rest in memory
 * </pre>
 *
 * One thread at a time may read the same one; several may read one after the other.
 */
public sealed interface Operations permits KeptOperations, LoggedOperations, SpooledOperations {
    /** Operations in memory, as {@link ChangeEncoder#toBytes()} gave them. */
    static Operations of(byte[] bytes) {
        return new KeptOperations(bytes);
    }

    /** How many bytes they have in the log. */
    long bytes();

    /**
     * Gives all of them to a sink, in their order.
     *
     * @param afterPiece is run after each piece: the time to give back what was only borrowed to take it in
     * @throws ThetisException {@link ErrorCode#CORRUPT_STRUCTURE} if these are no operations, {@link
     *     ErrorCode#LOG_DAMAGED}, {@link ErrorCode#LOG_SEGMENT_MISSING} if their segment was removed; some of them may
     *     have been given to the sink by then
     */
    void decode(Changes changes, Runnable afterPiece);

    /** As {@link #decode(Changes, Runnable)}, with nothing to be done in between. */
    default void decode(Changes changes) {
        decode(changes, () -> {});
    }
}
