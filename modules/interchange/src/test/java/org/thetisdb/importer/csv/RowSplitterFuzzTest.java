package org.thetisdb.importer.csv;

import org.junit.jupiter.api.Test;
import org.thetisdb.value.fuzzing.FuzzInputs;

class RowSplitterFuzzTest {
    private static final int MUTATION_COUNT = 50_000;

    @Test
    void split_ofAnyBytes_doesNotDependOnBlocks() {
        FuzzInputs.run(
                RowSplitterFuzz::fuzzerTestOneInput,
                FuzzInputs.kept(RowSplitterFuzz.class),
                FuzzInputs.seed(),
                MUTATION_COUNT);
    }
}
