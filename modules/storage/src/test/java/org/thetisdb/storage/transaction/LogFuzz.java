package org.thetisdb.storage.transaction;

import java.util.List;
import java.util.TreeMap;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.log.RecordSeals;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.fuzzing.FuzzTarget;

/**
 * The last segment of a log in which any bytes of its records were changed and which has the right checksums all the
 * same. It is recovered or refused; and what the check calls sound can be read and written. The input is {@link
 * ByteEdits}, which are shared out among all records but the last two: the seal, and the commit that a superblock
 * knows.
 */
public final class LogFuzz {
    private static final long SEED = 13;
    private static final int KEPT_RECORDS = 2;
    private static final StoredFiles WHOLE = StoredFiles.create(SEED).advance(SEED, 1);
    private static final String SEGMENT = WHOLE.files().keySet().stream()
            .filter(name -> name.endsWith(".log"))
            .reduce((former, later) -> later)
            .orElseThrow();

    private LogFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        byte[] segment = WHOLE.files().get(SEGMENT).clone();
        List<RecordSeals.Place> all = RecordSeals.places(segment);
        List<RecordSeals.Place> places = all.subList(0, all.size() - KEPT_RECORDS);
        int room = places.stream().mapToInt(RecordSeals.Place::contentBytes).sum();
        byte[] contents = new byte[room];
        ByteEdits.apply(input, contents, 0, room);
        int at = 0;
        for (RecordSeals.Place place : places) {
            for (int index = 0; index < place.contentBytes(); index++) {
                segment[place.contentOffset() + index] ^= contents[at++];
            }
        }
        RecordSeals.renew(segment, places);
        TreeMap<String, byte[]> files = new TreeMap<>(WHOLE.files());
        files.put(SEGMENT, segment);
        FuzzTarget.answersOrRefuses(() -> recover(files));
    }

    private static void recover(TreeMap<String, byte[]> files) {
        SimulatedFileSystem fileSystem = StoredFiles.written(files, StoredFiles.DIRECTORY);
        try (GraphStore store = GraphStore.open(StoredFiles.DIRECTORY, StoredFiles.options(fileSystem))) {
            if (store.check((phase, items) -> {}).isSound()) {
                GraphModel.describe(store.snapshot());
                store.checkpoint();
            }
        }
    }
}
