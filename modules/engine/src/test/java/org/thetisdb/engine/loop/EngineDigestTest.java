package org.thetisdb.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.value.vector.Vector;

/** Goal: what was measured with one build serves no other. Method: copies of the classes, one of them changed. */
class EngineDigestTest {
    private static final List<String> RIVALS = List.of(
            "org/thetisdb/engine/kernel/ArithmeticEvaluator.class",
            "org/thetisdb/engine/transform/FilterStage.class",
            "org/thetisdb/engine/block/LongBlocks.class",
            "org/thetisdb/engine/fuse/FuseSite.class",
            "org/thetisdb/engine/loop/LoopCode.class");

    @TempDir
    private Path directory;

    @Test
    void digest_isThatOfTheModulesOfLoopsAndInterpreter() throws IOException {
        List<Path> places = Stream.of(EngineDigest.class, GraphReader.class, Vector.class)
                .map(EngineDigestTest::placeOf)
                .distinct()
                .toList();
        assertThat(EngineDigest.own()).isPresent();
        assertThat(EngineDigest.own().orElseThrow())
                .isEqualTo(EngineDigest.own().orElseThrow())
                .isNotEqualTo(EngineDigest.of(places));
    }

    @Test
    void digest_withAnotherInterpreter_isAnother() throws IOException {
        Path copy = copyOfEngine();
        byte[] own = EngineDigest.of(List.of(placeOf(EngineDigest.class)));
        assertThat(EngineDigest.of(List.of(copy))).isEqualTo(own);
        for (String rival : RIVALS) {
            Path file = copy.resolve(rival);
            byte[] bytes = Files.readAllBytes(file);
            byte[] changed = bytes.clone();
            changed[bytes.length / 2] ^= 1;
            Files.write(file, changed);

            assertThat(EngineDigest.of(List.of(copy))).as(rival).isNotEqualTo(own);

            Files.write(file, bytes);
        }
        Files.move(copy.resolve(RIVALS.getFirst()), copy.resolve("org/thetisdb/engine/kernel/Other.class"));
        assertThat(EngineDigest.of(List.of(copy))).as("another name").isNotEqualTo(own);
    }

    @Test
    void digest_ofAJar_isThatOfItsClasses() throws IOException {
        Path copy = copyOfEngine();
        Path jar = directory.resolve("engine.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(copy)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                zip.putNextEntry(new ZipEntry(copy.relativize(file).toString().replace('\\', '/')));
                zip.write(Files.readAllBytes(file));
            }
            zip.putNextEntry(new ZipEntry("another/Library.class"));
            zip.write(1);
        }

        assertThat(EngineDigest.of(List.of(jar))).isEqualTo(EngineDigest.of(List.of(copy)));
    }

    private Path copyOfEngine() throws IOException {
        Path engine = placeOf(EngineDigest.class);
        Path copy = directory.resolve("copy");
        try (Stream<Path> files = Files.walk(engine)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Path target = copy.resolve(engine.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        return copy;
    }

    private static Path placeOf(Class<?> type) {
        try {
            return BuildDigest.placeOf(type).orElseThrow();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
