package org.thetisdb.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users can name says what it means: every public element, each parameter, result and type variable. */
class DocumentedTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "value, org.thetisdb.value, 'org.thetisdb.value,org.thetisdb.value.vector'",
        "io, org.thetisdb.io, org.thetisdb.io",
        "interchange, org.thetisdb.interchange, org.thetisdb.importer",
        "thetis, org.thetisdb, org.thetisdb"
    })
    void exportedPackages_areDocumentedWhole(String directory, String module, String packages) {
        Path sources = Path.of(System.getProperty("thetis.project"), "modules", directory, "src", "main", "java");
        assertThat(Compiler.run(
                        "-Xdoclint:all/protected",
                        "-Xdoclint/package:" + packages,
                        // A module that is not there may be lent packages all the same.
                        "-Xlint:-module",
                        "-Xmaxwarns",
                        "1000",
                        "-proc:none",
                        "--module-path",
                        Compiler.modulePath(),
                        "--module-source-path",
                        module + "=" + sources,
                        "--module",
                        module,
                        "-d",
                        folder.toString()))
                .isEmpty();
    }
}
