package org.thetisdb.deploy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.thetisdb.extension.ExtensionFormat;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The entries of a jar, unpacked in memory. Immutable. */
final class JarContent {
    /** More than this is a mistake, or made to fill memory. */
    private static final long BYTES_MAX = 256L << 20;

    private static final int ENTRIES_MAX = 1 << 16;
    private static final String CLASS = ".class";
    private static final String SERVICES = "META-INF/services/";

    private final Map<String, byte[]> entries;

    private JarContent(Map<String, byte[]> entries) {
        this.entries = entries;
    }

    /**
     * Unpacks a jar.
     *
     * @param name of the extension, for errors
     * @throws ThetisException {@link ErrorCode#EXTENSION_INVALID} if it is none, or too large
     */
    static JarContent of(String name, byte[] jar) {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        long bytes = 0;
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.isDirectory()) {
                    continue;
                }
                byte[] content = zip.readNBytes((int) Math.min(Integer.MAX_VALUE - 8, BYTES_MAX - bytes + 1));
                bytes += content.length;
                entries.put(entry.getName(), content);
                if (bytes > BYTES_MAX || entries.size() > ENTRIES_MAX) {
                    throw invalid(
                            name,
                            "it is too large when it is unpacked: bytesMax=" + BYTES_MAX + ", entriesMax="
                                    + ENTRIES_MAX);
                }
            }
        } catch (IOException | IllegalArgumentException damaged) {
            throw invalid(name, "it cannot be unpacked: " + damaged.getMessage());
        }
        if (entries.isEmpty()) {
            throw invalid(name, "it is no jar, or has nothing in it");
        }
        return new JarContent(entries);
    }

    private static ThetisException invalid(String name, String reason) {
        return new ThetisException(
                ErrorCode.EXTENSION_INVALID, "the jar of an extension cannot be used: name=" + name + "; " + reason);
    }

    /** An entry by its path in the jar. */
    Optional<byte[]> entry(String path) {
        return Optional.ofNullable(entries.get(path));
    }

    /** The classes by their names, such as {@code org.example.Text}; those for other versions of Java are left out. */
    Map<String, byte[]> classes() {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        entries.forEach((path, bytes) -> {
            boolean isClass = path.endsWith(CLASS)
                    && !path.startsWith("META-INF/")
                    && !path.endsWith("module-info.class")
                    && !path.endsWith("package-info.class");
            if (isClass) {
                classes.put(path.substring(0, path.length() - CLASS.length()).replace('/', '.'), bytes);
            }
        });
        return classes;
    }

    /** What the descriptor names; empty if there is none. */
    Optional<List<String>> described() {
        return entry(ExtensionFormat.DESCRIPTOR).map(bytes -> {
            List<String> names = new ArrayList<>();
            for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n")) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    names.add(line.strip());
                }
            }
            return List.copyOf(names);
        });
    }

    /** The paths of all entries. */
    Set<String> paths() {
        return Collections.unmodifiableSet(entries.keySet());
    }

    /** The classes of the jar that provide a service, by its name, as files of the jar say. */
    Map<String, List<String>> services() {
        Map<String, byte[]> classes = classes();
        Map<String, List<String>> services = new LinkedHashMap<>();
        entries.forEach((path, bytes) -> {
            String service = path.startsWith(SERVICES) ? path.substring(SERVICES.length()) : "";
            List<String> providers = new String(bytes, StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split("#", 2)[0].strip())
                    .filter(classes::containsKey)
                    .distinct()
                    .toList();
            if (!service.isEmpty() && !providers.isEmpty()) {
                services.put(service, providers);
            }
        });
        return services;
    }

    /** An entry as a stream. */
    Optional<InputStream> open(String path) {
        return entry(path).map(ByteArrayInputStream::new);
    }
}
