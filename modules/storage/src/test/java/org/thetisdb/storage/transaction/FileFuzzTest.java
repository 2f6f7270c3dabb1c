package org.thetisdb.storage.transaction;

import org.junit.jupiter.api.Test;
import org.thetisdb.value.fuzzing.FuzzInputs;

class FileFuzzTest {
    private static final int MUTATION_COUNT = 250;

    @Test
    void dataFile_withAnyBytes_isReadOrRefused() {
        FuzzInputs.run(
                DataFileFuzz::fuzzerTestOneInput,
                FuzzInputs.kept(DataFileFuzz.class),
                FuzzInputs.seed(),
                MUTATION_COUNT);
    }

    @Test
    void log_withAnyRecords_isReadOrRefused() {
        FuzzInputs.run(LogFuzz::fuzzerTestOneInput, FuzzInputs.kept(LogFuzz.class), FuzzInputs.seed(), MUTATION_COUNT);
    }
}
