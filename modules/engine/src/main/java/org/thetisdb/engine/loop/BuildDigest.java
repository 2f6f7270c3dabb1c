package org.thetisdb.engine.loop;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * What all classes are that lie where one of them lies: in a jar, a directory, or an image of the JVM. A jar tells the
 * checksum of each without being unpacked; of the others every byte is read. Stateless.
 */
final class BuildDigest {
    private static final String CLASS_FILE = ".class";
    private static final String OURS = "org/thetisdb/";

    private BuildDigest() {}

    /** Where a class lies; empty if that is not said, or nowhere that can be read. */
    static Optional<Path> placeOf(Class<?> type) throws IOException {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        URL location = source == null ? null : source.getLocation();
        if (location == null) {
            return Optional.empty();
        }
        try {
            URI place = location.toURI();
            return switch (place.getScheme()) {
                case "file" -> Optional.of(new File(place).toPath());
                case "jrt" -> Optional.of(Path.of(place));
                default -> Optional.empty();
            };
        } catch (URISyntaxException | IllegalArgumentException unknown) {
            throw new IOException("no place of classes: " + location, unknown);
        }
    }

    /** Adds the names and the checksums of all classes of a place, in the order of their names. */
    static void add(Path place, MessageDigest digest) throws IOException {
        TreeMap<String, Long> checksums = Files.isDirectory(place) ? ofDirectory(place) : ofJar(place);
        checksums.forEach((name, checksum) -> {
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
                digest.update((byte) (checksum >>> shift));
            }
        });
    }

    private static TreeMap<String, Long> ofJar(Path jar) throws IOException {
        TreeMap<String, Long> checksums = new TreeMap<>();
        try (ZipFile file = new ZipFile(jar.toFile())) {
            file.stream()
                    .filter(entry -> isOurs(entry.getName()))
                    .forEach(entry -> checksums.put(entry.getName(), checksum(entry)));
        }
        return checksums;
    }

    private static long checksum(ZipEntry entry) {
        return entry.getSize() << Integer.SIZE ^ entry.getCrc();
    }

    private static TreeMap<String, Long> ofDirectory(Path directory) throws IOException {
        TreeMap<String, Long> checksums = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = directory.relativize(file).toString().replace(File.separatorChar, '/');
                if (isOurs(name)) {
                    checksums.put(name, checksum(Files.readAllBytes(file)));
                }
            }
        }
        return checksums;
    }

    /** As a jar has it. */
    private static long checksum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return (long) bytes.length << Integer.SIZE ^ sum.getValue();
    }

    private static boolean isOurs(String name) {
        return name.startsWith(OURS) && name.endsWith(CLASS_FILE);
    }
}
