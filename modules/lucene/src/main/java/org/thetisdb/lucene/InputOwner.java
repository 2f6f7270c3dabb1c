package org.thetisdb.lucene;

import java.util.concurrent.atomic.AtomicBoolean;

/** What an input that was opened shares with its clones and slices: whether it was closed. Thread safe. */
final class InputOwner {
    private final OpenFiles files;
    private final CachedFile file;
    private final AtomicBoolean closed = new AtomicBoolean();

    InputOwner(OpenFiles files, CachedFile file) {
        this.files = files;
        this.file = file;
    }

    boolean isClosed() {
        return closed.get();
    }

    void close() {
        if (closed.compareAndSet(false, true)) {
            files.close(file);
        }
    }
}
