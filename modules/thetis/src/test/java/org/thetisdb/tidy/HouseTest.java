package org.thetisdb.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The plan of the house: rooms that a reader can survey, and arrows that go one way. */
class HouseTest {
    private static final int PACKAGE_FILES_MAX = 40;
    private static final int CLASS_LINES_MAX = 500;

    /** In the comment of a class that has to be longer, followed by the reason. */
    private static final String REASON = "Longer than others, because";

    private static final Path PROJECT =
            Path.of(System.getProperty("thetis.project", ".")).toAbsolutePath().normalize();
    private static final List<SourceFile> FILES = SourceFile.below(PROJECT);
    private static final ImportGraph IMPORTS = ImportGraph.of(FILES);

    @Test
    void packages_haveFewFiles() {
        Map<String, Long> counts = FILES.stream()
                .filter(SourceFile::isMainJava)
                .collect(Collectors.groupingBy(
                        file -> file.path().substring(0, file.path().lastIndexOf('/')),
                        TreeMap::new,
                        Collectors.counting()));
        assertThat(counts).isNotEmpty();
        counts.values().removeIf(count -> count <= PACKAGE_FILES_MAX);
        assertThat(counts)
                .as("packages to be parted before %s files", PACKAGE_FILES_MAX)
                .isEmpty();
    }

    @Test
    void classes_areShort_orSayWhyNot() {
        assertThat(FILES.stream()
                        .filter(SourceFile::isMainJava)
                        .filter(file -> file.lines().size() > CLASS_LINES_MAX)
                        .filter(file -> file.lines().stream().noneMatch(line -> line.contains(REASON)))
                        .map(ImportGraph::className))
                .as(
                        "classes to be parted before %s lines, or with a reason in their comment: \"%s …\"",
                        CLASS_LINES_MAX, REASON)
                .isEmpty();
    }

    @Test
    void classes_importEachOtherInNoCircle() {
        assertThat(IMPORTS.circlesOfClasses()).isEmpty();
    }

    @Test
    void packages_formNoCircle() {
        assertThat(IMPORTS.packages()).contains("org.thetisdb.engine", "org.thetisdb.storage");
        assertThat(IMPORTS.circlesOfPackages()).isEmpty();
    }
}
