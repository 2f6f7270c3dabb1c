package org.thetisdb.engine.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.value.vector.VectorKind;

/**
 * Who makes code and measures it: a digest of the JDK, of the processor's kind, and of all classes of this build that
 * code is made by or measured against. These are more than those that say what a key means and what code is written for
 * it: a verdict compares a loop with the interpreter, so with another interpreter it is void. Two processes with the
 * same digest have the same code for a key, and the same rival for it. Stateless.
 */
public final class EngineDigest {
    /** The length of a digest. */
    public static final int BYTES = 32;

    private static final String ALGORITHM = "SHA-256";

    /** One class of each module that has a part in it: loops and interpreter, what they read and are made from. */
    private static final List<Class<?>> ONE_OF_EACH =
            List.of(EngineDigest.class, GraphReader.class, VectorKind.class, Expression.class);

    private static final List<String> PROPERTIES =
            List.of("java.vm.vendor", "java.vm.name", "java.vm.version", "os.name", "os.arch");

    private EngineDigest() {}

    /** What a process is does not change, and not every process asks. */
    private static final class Own {
        private static final Optional<byte[]> DIGEST = compute();
    }

    /** The digest of this process; empty if its classes cannot be read, so that nobody knows what they are. */
    public static Optional<byte[]> own() {
        return Own.DIGEST.map(byte[]::clone);
    }

    private static Optional<byte[]> compute() {
        try {
            Set<Path> places = new LinkedHashSet<>();
            for (Class<?> type : ONE_OF_EACH) {
                Optional<Path> place = BuildDigest.placeOf(type);
                if (place.isEmpty()) {
                    return Optional.empty();
                }
                places.add(place.get());
            }
            return Optional.of(of(places));
        } catch (IOException | UncheckedIOException unreadable) {
            return Optional.empty();
        }
    }

    /** That of this JDK and of all classes of some places. */
    static byte[] of(Iterable<Path> places) throws IOException {
        MessageDigest digest = algorithm();
        for (String property : PROPERTIES) {
            digest.update(System.getProperty(property, "").getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
        }
        for (Path place : places) {
            BuildDigest.add(place, digest);
        }
        return digest.digest();
    }

    /** What digests are made with. */
    public static MessageDigest algorithm() {
        try {
            return MessageDigest.getInstance(ALGORITHM);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, missing);
        }
    }
}
