package org.thetisdb.importer.plan;

import org.junit.jupiter.api.Test;
import org.thetisdb.value.fuzzing.FuzzInputs;

class MappingReaderFuzzTest {
    private static final int MUTATION_COUNT = 20_000;

    @Test
    void read_ofAnyMapping_answersOrRefuses() {
        FuzzInputs.run(
                MappingReaderFuzz::fuzzerTestOneInput,
                FuzzInputs.kept(MappingReaderFuzz.class),
                FuzzInputs.seed(),
                MUTATION_COUNT);
    }
}
