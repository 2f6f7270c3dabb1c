package org.thetisdb.engine.fence;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/** What pure code may use of others' classes, as {@code pure.txt} says. Immutable. */
final class PureList {
    private static final String RESOURCE = "pure.txt";

    private final Set<String> packages = new HashSet<>();
    private final Set<String> allowed = new HashSet<>();
    private final Set<String> refused = new HashSet<>();

    PureList() {
        try (InputStream resource = PureList.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IllegalStateException("a resource is missing: name=" + RESOURCE);
            }
            new String(resource.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .forEach(this::take);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void take(String line) {
        if (line.startsWith("-")) {
            refused.add(line.substring(1));
        } else if (line.endsWith(".*")) {
            packages.add(line.substring(0, line.length() - 2));
        } else {
            allowed.add(line);
        }
    }

    /** Whether a class may be named, extended and used. */
    boolean allows(String type) {
        return allowed.contains(type) || packages.contains(type.substring(0, Math.max(0, type.lastIndexOf('.'))));
    }

    /** Whether a member of a class may be used. */
    boolean allows(String type, String member) {
        return !refused.contains(type + "." + member)
                && !refusesEverywhere(member)
                && (allows(type) || allowed.contains(type + "." + member));
    }

    /** Whether a member of that name is refused, whatever class it is of. */
    boolean refusesEverywhere(String member) {
        return refused.contains("*." + member);
    }
}
