package org.thetisdb.bench.h2;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All benchmarks run, on few rows, and all contenders give the same answers. */
class TaskTest {
    private static final long MEMORY_BYTES = 16L << 20;
    private static final long SHOT_NANOS = 20_000_000;
    private static final Sizes SIZES = new Sizes(0.0001);

    @TempDir
    private Path folder;

    @Test
    void everyBenchmark_hasTheSameAnswersFromAll() throws Exception {
        Map<Task, Long> expected = new EnumMap<>(Task.class);
        for (Contender contender : Contender.values()) {
            Contender.Opener opener = contender.opener(MEMORY_BYTES);
            Map<Data, Path> prepared = new EnumMap<>(Data.class);
            for (Data data : Data.values()) {
                Path stored = Files.createDirectories(folder.resolve(contender + "-" + data));
                Store store = opener.open(stored);
                data.insert(store, SIZES);
                store.closeCompact();
                prepared.put(data, stored);
            }
            for (Task task : Task.values()) {
                Path work = folder.resolve("work");
                try (Setting setting = new Setting(opener, prepared.get(task.data()), work, SIZES, SHOT_NANOS)) {
                    for (int shot = 0; shot < 2; shot++) {
                        Shot found = task.run(setting);
                        assertThat(found.value()).isPositive();
                        Long former = expected.putIfAbsent(task, found.digest());
                        assertThat(former == null || former == found.digest())
                                .as("%s by %s, shot %d", task, contender, shot)
                                .isTrue();
                    }
                }
            }
        }
    }
}
