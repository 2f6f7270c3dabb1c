package org.thetisdb.storage.base;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.io.PagedFile;
import org.thetisdb.storage.file.DataFile;
import org.thetisdb.storage.file.IndexExtent;
import org.thetisdb.storage.index.IndexCursor;

/** Reads some runs of indexes of a snapshot that may be closed meanwhile. Belongs to one thread. */
public final class RunReader implements AutoCloseable {
    private final DataFiles dataFiles;
    private final Map<Integer, PagedFile> open = new HashMap<>();
    private final ReaderMemories store;

    /** @param files in which the runs lie; they are open already */
    RunReader(DataFiles dataFiles, List<DataFile> files) {
        this.dataFiles = dataFiles;
        files.forEach(file -> open.put(file.number(), dataFiles.acquire(file)));
        store = new ReaderMemories(open::get, dataFiles.register());
    }

    /** A walk over a run. */
    public IndexCursor cursor(IndexExtent run) {
        return new IndexCursor(store.of(run.root().file()), run.root());
    }

    /** Drops all pages. */
    public void refresh() {
        store.refresh();
    }

    @Override
    public void close() {
        store.close();
        open.keySet().forEach(dataFiles::release);
        open.clear();
    }
}
