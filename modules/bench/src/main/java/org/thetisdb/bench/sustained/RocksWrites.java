package org.thetisdb.bench.sustained;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** RocksDB, embedded: an item is a key and a value; no query language, no index, no past. */
final class RocksWrites implements SustainedStore {
    /** What is closed at the end, the last first. */
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private @Nullable RocksDB database;

    @Override
    public String description() {
        return "RocksDB embedded, through its Java interface; defaults but for write buffers of half the memory, a"
                + " block cache of the other half, and a sync with each write; an item is a key with a value";
    }

    @Override
    public void open(Path directory, long memoryBytes) throws Exception {
        RocksDB.loadLibrary();
        Files.createDirectories(directory);
        LRUCache cache = opened(new LRUCache(memoryBytes / 2));
        Options options = opened(new Options());
        options.setCreateIfMissing(true)
                .setDbWriteBufferSize(memoryBytes / 2)
                .setTableFormatConfig(new BlockBasedTableConfig().setBlockCache(cache));
        database = opened(RocksDB.open(options, directory.toString()));
    }

    private <T extends AutoCloseable> T opened(T resource) {
        opened.push(resource);
        return resource;
    }

    private RocksDB database() {
        return Objects.requireNonNull(database, "the store is not open");
    }

    @Override
    public Client connect() {
        return new RocksClient(database(), new WriteOptions().setSync(true));
    }

    @Override
    public long count() {
        long count = 0;
        try (RocksIterator iterator = database().newIterator()) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                count++;
            }
        }
        return count;
    }

    @Override
    public long processId() {
        return ProcessHandle.current().pid();
    }

    @Override
    public void close() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    private record RocksClient(RocksDB database, WriteOptions options) implements Client {
        @Override
        public void commit(long firstId, int itemCount) throws RocksDBException {
            try (WriteBatch batch = new WriteBatch()) {
                for (long id = firstId; id < firstId + itemCount; id++) {
                    byte[] name = SustainedStore.name(id).getBytes(StandardCharsets.UTF_8);
                    byte[] key = ByteBuffer.allocate(Long.BYTES).putLong(id).array();
                    ByteBuffer value = ByteBuffer.allocate(2 * Long.BYTES + name.length);
                    batch.put(
                            key,
                            value.putLong(id % 1000).putLong(3 * id).put(name).array());
                }
                database.write(options, batch);
            }
        }

        @Override
        public void close() {
            options.close();
        }
    }
}
