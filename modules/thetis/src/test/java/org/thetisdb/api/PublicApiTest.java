package org.thetisdb.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.thetisdb.Database;
import org.thetisdb.importer.Importer;

/** What users see are types of the API, values, and three types of {@code io}; nothing that is merely inside. */
class PublicApiTest {
    private static final Set<String> PACKAGES =
            Set.of("org.thetisdb.extension", "org.thetisdb", "org.thetisdb.importer", "org.thetisdb.value");

    /** Chosen one by one; {@code docs/DECISIONS.md} says why. */
    private static final Set<String> OF_IO = Set.of(
            "org.thetisdb.io.FileSystem",
            "org.thetisdb.io.PageCacheCounters",
            "org.thetisdb.io.PageCacheDescription",
            "org.thetisdb.io.memory.MemoryBudget",
            "org.thetisdb.io.memory.MemoryReport",
            "org.thetisdb.io.memory.MemoryReport$Holder");

    @Test
    void publicSignatures_nameOnlyWhatUsersShallSee() {
        Map<String, Set<String>> others = new TreeMap<>();
        for (Class<?> type : ExportedClasses.all()) {
            PublicTypes.of(type).forEach((named, places) -> {
                if (!isForUsers(named)) {
                    others.put(named.getName(), places);
                }
            });
        }
        assertThat(others).isEmpty();
    }

    private static boolean isForUsers(Class<?> named) {
        String packageName = named.getPackageName();
        boolean ours = PACKAGES.contains(packageName) || OF_IO.contains(named.getName());
        return packageName.startsWith("java.") || ours && ExportedClasses.isVisible(named);
    }

    @Test
    void modulesLentToUsers_areThoseOfTheTypesThatTheySee() {
        Set<String> lent = ExportedClasses.descriptor(Database.class).requires().stream()
                .filter(required -> required.modifiers().contains(ModuleDescriptor.Requires.Modifier.TRANSITIVE))
                .map(ModuleDescriptor.Requires::name)
                .collect(Collectors.toSet());
        assertThat(lent)
                .containsExactlyInAnyOrder(
                        "org.thetisdb.value", "org.thetisdb.io", "org.thetisdb.interchange", "org.thetisdb.extension");
    }

    @Test
    void exportedClasses_areFound() {
        assertThat(ExportedClasses.all())
                .contains(Database.class, Importer.class)
                .hasSizeGreaterThan(30);
    }

    @Test
    void publicTypes_looksEverywhere() {
        assertThat(PublicTypes.of(Everywhere.class).keySet())
                .contains(
                        Path.class, List.class, Thread.State.class, ModuleDescriptor.class, InterruptedException.class)
                .contains(Process.class, Readable.class, StringBuilder.class, Integer.class, Runtime.class)
                .doesNotContain(ThreadGroup.class);
    }

    /** Names a type in each place where one may occur. */
    interface Everywhere<T extends Readable> extends Iterable<StringBuilder> {
        Path[] FIELD = {};

        <E extends InterruptedException> List<? super Thread.State[]> method(
                Map<?, ? extends List<ModuleDescriptor>>[] argument) throws E;

        /** A component's type. */
        record Component(ThreadGroup notOfTheOuterClass) {}

        Process other(Integer number, T variable, Class<Runtime> generic);
    }
}
