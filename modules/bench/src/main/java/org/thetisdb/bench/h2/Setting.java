package org.thetisdb.bench.h2;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.harness.StorePages;

/** Where a benchmark runs: a contender with a copy of its data. Used by one thread. */
final class Setting implements AutoCloseable {
    private final Contender.Opener opener;
    private final Path prepared;
    private final Path folder;
    private final Sizes sizes;
    private final long shotNanos;
    private @Nullable Store store;

    /**
     * @param prepared the data; copied to the folder when a store is first wanted
     * @param shotNanos how long a benchmark lasts that counts operations
     */
    Setting(Contender.Opener opener, Path prepared, Path folder, Sizes sizes, long shotNanos) {
        this.opener = opener;
        this.prepared = prepared;
        this.folder = folder;
        this.sizes = sizes;
        this.shotNanos = shotNanos;
    }

    Sizes sizes() {
        return sizes;
    }

    long shotNanos() {
        return shotNanos;
    }

    /** The store, as former shots have left it. */
    Store store() throws IOException {
        return store == null ? renewed() : store;
    }

    /** A store with the data as they were at first. */
    Store renewed() throws IOException {
        close();
        StoreDirectory.copy(prepared, folder);
        return opened();
    }

    /** A store without data. */
    Store empty() throws IOException {
        close();
        StoreDirectory.recreate(folder);
        return opened();
    }

    /** The store, opened again, with no byte of its files in the system's cache. */
    Store cold() throws IOException, InterruptedException {
        if (store == null) {
            StoreDirectory.copy(prepared, folder);
        }
        close();
        StorePages pages = new StorePages(folder);
        pages.force();
        if (!pages.drop()) {
            throw new IllegalStateException("the system did not drop the pages of a store: " + folder);
        }
        return opened();
    }

    /** The store, closed and opened again. */
    Store reopened() {
        close();
        return opened();
    }

    private Store opened() {
        Store opened = opener.open(folder);
        store = opened;
        return opened;
    }

    /** The store has been closed by itself. */
    void wasClosed() {
        store = null;
    }

    @Override
    public void close() {
        if (store != null) {
            store.close();
            store = null;
        }
    }
}
