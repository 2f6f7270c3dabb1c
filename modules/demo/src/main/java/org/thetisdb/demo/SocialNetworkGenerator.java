package org.thetisdb.demo;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Generates a social network as CSV files: persons, forums, posts, comments, likes and what they are about, with
 * unequal degrees, friends who are alike, interests that follow friendship, and three years of history in which
 * nothing happens before its cause. The files have the layout that {@code examples/snb/merged-fk.json} maps.
 *
 * <p>Equal scale and seed give equal bytes, whatever the number of threads. Memory: one to three kilobytes a person
 * plus a few megabytes a thread; messages are never held. An instance is immutable and may be used by several threads,
 * each with a folder of its own.
 */
public final class SocialNetworkGenerator {
    /** The scale that a demonstration uses if none is wished: about 1,000 persons and 300,000 nodes. */
    public static final double DEFAULT_SCALE = 0.1;

    public static final long DEFAULT_SEED = 42;

    /** Beyond this the blocks' numbers would not fit into the ids. */
    public static final double SCALE_MAX = 100;

    /** Drain the buffers of the main thread's files at this size. */
    private static final int DRAIN_BYTES = 1 << 20;

    private final double scale;
    private final long seed;
    private final int threadCount;

    /**
     * @param scale size, in (0, {@value #SCALE_MAX}]: 1 means about 10,000 persons, 3 million nodes and 17 million
     *     relationships; most counts grow in proportion, degrees grow slowly
     * @param seed any number; another seed gives another network of the same kind
     * @param threadCount threads to use, at least 1; the output does not depend on it
     */
    public SocialNetworkGenerator(double scale, long seed, int threadCount) {
        if (!(scale > 0 && scale <= SCALE_MAX)) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "the scale of a social network must be above 0 and at most " + SCALE_MAX + ", scale=" + scale
                            + "; choose 0.1 for about a thousand persons");
        }
        if (threadCount < 1) {
            throw new ThetisException(
                    ErrorCode.USAGE, "generating takes at least one thread, threadCount=" + threadCount);
        }
        this.scale = scale;
        this.seed = seed;
        this.threadCount = threadCount;
    }

    /** Generates into the folder, which is made if absent; files of a former run are replaced. */
    public GenerationSummary generate(Path folder) {
        return generate(folder, (done, total) -> {});
    }

    /**
     * As {@link #generate(Path)}, and tells of its progress.
     *
     * @param progress called by the calling thread with the number of blocks done and the number of all blocks
     */
    public GenerationSummary generate(Path folder, BiConsumer<Integer, Integer> progress) {
        StaticWorld world = new StaticWorld(seed);
        Society society = new Society(world, scale, seed);
        try (NetworkOutput files = new NetworkOutput(folder)) {
            writeStaticWorld(world, files);
            writeSociety(society, files);
            writeMessages(society, files, progress);
            return files.summary(world.rootCount());
        } catch (IOException e) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED,
                    "a generated file cannot be written, folder=" + folder + ", reason=" + e.getMessage()
                            + "; check the disk's free space and the folder's permissions",
                    e);
        }
    }

    private static void writeStaticWorld(StaticWorld world, NetworkOutput files) throws IOException {
        CsvBuffer csv = new CsvBuffer();
        world.writePlaces(csv);
        files.append(NetworkFile.PLACE, csv);
        world.writeOrganisations(csv);
        files.append(NetworkFile.ORGANISATION, csv);
        world.writeTagClasses(csv);
        files.append(NetworkFile.TAG_CLASS, csv);
        world.writeTags(csv);
        files.append(NetworkFile.TAG, csv);
    }

    private static void writeSociety(Society society, NetworkOutput files) throws IOException {
        writePersons(society, files, NetworkFile.PERSON, society::writePerson);
        writePersons(society, files, NetworkFile.PERSON_KNOWS_PERSON, society::writeFriendships);
        writePersons(society, files, NetworkFile.PERSON_HAS_INTEREST_TAG, society::writeInterests);
        writePersons(society, files, NetworkFile.PERSON_STUDY_AT_UNIVERSITY, society::writeStudies);
        writePersons(society, files, NetworkFile.PERSON_WORK_AT_COMPANY, society::writeJobs);
    }

    private interface PersonWriter {
        void write(CsvBuffer csv, int person);
    }

    private static void writePersons(Society society, NetworkOutput files, NetworkFile file, PersonWriter writer)
            throws IOException {
        CsvBuffer csv = new CsvBuffer();
        for (int person = 0; person < society.personCount(); person++) {
            writer.write(csv, person);
            if (csv.byteCount() > DRAIN_BYTES) {
                files.append(file, csv);
            }
        }
        files.append(file, csv);
    }

    /** A few blocks are under way at a time; they are appended in their order, and their buffers used again. */
    private void writeMessages(Society society, NetworkOutput files, BiConsumer<Integer, Integer> progress)
            throws IOException {
        int perBlock = MessageBlock.PERSONS_PER_BLOCK;
        int blockCount = (society.personCount() + perBlock - 1) / perBlock;
        ArrayDeque<MessageBlock> idle = new ArrayDeque<>();
        for (int index = 0; index < Math.min(blockCount, threadCount + 2); index++) {
            idle.add(new MessageBlock(society, scale, seed));
        }
        ArrayDeque<Future<MessageBlock>> running = new ArrayDeque<>();
        ExecutorService executor = Executors.newFixedThreadPool(threadCount, runnable -> {
            Thread thread = new Thread(runnable, "thetis-generator");
            thread.setDaemon(true);
            return thread;
        });
        try {
            int nextBlock = 0;
            for (int done = 0; done < blockCount; done++) {
                while (nextBlock < blockCount && !idle.isEmpty()) {
                    MessageBlock worker = idle.remove();
                    int block = nextBlock++;
                    running.add(executor.submit(() -> {
                        worker.generate(block);
                        return worker;
                    }));
                }
                MessageBlock finished = await(running.remove());
                for (Map.Entry<NetworkFile, CsvBuffer> entry :
                        finished.buffers().entrySet()) {
                    files.append(entry.getKey(), entry.getValue());
                }
                idle.add(finished);
                progress.accept(done + 1, blockCount);
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private static MessageBlock await(Future<MessageBlock> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ThetisException(
                    ErrorCode.QUERY_CANCELLED,
                    "generating was interrupted; the files written so far are incomplete",
                    e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof OutOfMemoryError) {
                throw new ThetisException(
                        ErrorCode.MEMORY_EXHAUSTED,
                        "the heap is too small to generate a network of this scale; choose a smaller one or a larger"
                                + " heap (100 MB for each 10,000 persons are enough)",
                        e.getCause());
            }
            throw new ThetisException(ErrorCode.INTERNAL, "a block of the social network could not be generated", e);
        }
    }

    /** The open files of a run and the counts of what went into them. */
    private static final class NetworkOutput implements AutoCloseable {
        private final Map<NetworkFile, OutputStream> outputs = new EnumMap<>(NetworkFile.class);
        private final Map<NetworkFile, Long> rows = new EnumMap<>(NetworkFile.class);
        private long byteCount;

        NetworkOutput(Path folder) throws IOException {
            for (NetworkFile file : NetworkFile.values()) {
                Path path = folder.resolve(file.path());
                Files.createDirectories(path.getParent());
                OutputStream output = Files.newOutputStream(path);
                outputs.put(file, output);
                rows.put(file, 0L);
                byte[] header = (file.header() + "\n").getBytes(StandardCharsets.US_ASCII);
                output.write(header);
                byteCount += header.length;
            }
        }

        void append(NetworkFile file, CsvBuffer csv) throws IOException {
            rows.merge(file, csv.rowCount(), Long::sum);
            byteCount += csv.byteCount();
            csv.drainTo(Objects.requireNonNull(outputs.get(file)));
        }

        GenerationSummary summary(int rootCount) {
            Map<String, Long> rowCounts = new LinkedHashMap<>();
            long nodes = 0;
            long relationships = -rootCount;
            for (Map.Entry<NetworkFile, Long> entry : rows.entrySet()) {
                NetworkFile file = entry.getKey();
                long count = entry.getValue();
                rowCounts.put(file.path(), count);
                nodes += file.isNodes() ? count : 0;
                relationships += file.isNodes() ? count * file.relationshipsPerNode() : count;
            }
            return new GenerationSummary(rowCounts, nodes, relationships, byteCount);
        }

        @Override
        public void close() throws IOException {
            IOException failure = null;
            for (OutputStream output : outputs.values()) {
                try {
                    output.close();
                } catch (IOException e) {
                    failure = e;
                }
            }
            if (failure != null) {
                throw failure;
            }
        }
    }
}
