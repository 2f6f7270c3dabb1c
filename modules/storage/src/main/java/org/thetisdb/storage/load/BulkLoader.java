package org.thetisdb.storage.load;

import java.nio.file.Path;
import org.thetisdb.io.FileSystem;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Builds a new database from nodes and relationships that come in any number of batches and from any number of threads.
 *
 * <p>Everything is built in the directory {@code <database>.importing} and renamed at the end of {@link #finish}: a
 * load that fails, is closed early or is killed leaves nothing under the database's name. What a killed load left
 * beside it is removed by the next {@link #create} and told in {@link LoadResult#notes}.
 *
 * <p>Order of calls: {@link #index} before the first node of that label; all nodes before the relationships that need
 * their ids; every appender closed before {@link #finish}. Threads: all methods are thread safe but {@link #finish} and
 * {@link #close}, which are called once and last.
 */
public interface BulkLoader extends AutoCloseable {
    /**
     * Begins a load.
     *
     * @param directory the database to be; it must not exist, or be an empty directory
     * @throws ThetisException {@link ErrorCode#IMPORT_TARGET_EXISTS} if something is there already,
     *     {@link ErrorCode#DATABASE_LOCKED} if another load of the same database is running
     */
    static BulkLoader create(FileSystem fileSystem, Path directory, LoadOptions options) {
        return LoadRun.begin(fileSystem, directory, options);
    }

    /** The id of a label, given out densely at first sight. */
    int label(String name);

    /** The id of a relationship type, given out densely at first sight. */
    int type(String name);

    /** The id of a property key, given out densely at first sight. */
    int propertyKey(String name);

    /** Opens an appender for nodes with exactly these labels; the order does not matter. */
    NodeAppender nodes(int... labelIds);

    /** Opens an appender for relationships of one type. */
    RelationshipAppender relationships(int typeId);

    /**
     * Asks for an index; to be called before the first node with the label is appended. Asking again for the same label
     * and key changes nothing, but makes the index unique if either call asks for it. One that is unique serves a
     * constraint, which the database has from the beginning.
     */
    void index(int labelId, int propertyKeyId, boolean unique);

    /** Hears of a value that occurs twice in an index that must be unique, and may throw a better error than ours. */
    @FunctionalInterface
    interface DuplicateListener {
        /**
         * @param value in words
         * @param node one of those that have it, as the appender numbered them
         * @param otherNode another one
         */
        void duplicate(String label, String propertyKey, String value, long node, long otherNode);
    }

    /** Sets who hears of such values, from any thread; for those who know where the nodes came from. */
    void onDuplicate(DuplicateListener listener);

    /**
     * Sorts, writes and publishes everything.
     *
     * @param progress called now and then, from several threads but never from two at once
     * @throws ThetisException {@link ErrorCode#IMPORT_DUPLICATE_ID} if a unique index would hold a value twice,
     *     {@link ErrorCode#DISK_FULL}; nothing is left behind then
     */
    LoadResult finish(LoadProgress progress);

    /** Without {@link #finish} before it, stops the load and removes all that it wrote. */
    @Override
    void close();
}
