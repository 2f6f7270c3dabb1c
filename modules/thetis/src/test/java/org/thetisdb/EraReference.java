package org.thetisdb;

import java.lang.ref.WeakReference;
import org.thetisdb.storage.Snapshot;

/** Tells whether an era is still held by anybody. */
final class EraReference {
    private EraReference() {}

    /** What goes when the snapshot's era does: its changes, which no module but storage can name. */
    static WeakReference<Object> of(Snapshot snapshot) {
        try {
            return new WeakReference<>(snapshot.getClass().getMethod("delta").invoke(snapshot));
        } catch (ReflectiveOperationException problem) {
            throw new LinkageError("a snapshot has its changes", problem);
        }
    }
}
