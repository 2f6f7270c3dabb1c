package org.thetisdb.bench.compare;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Set;

/**
 * Which measurements are wanted.
 *
 * @param glob a pattern of names, such as {@code point-*} or {@code {is-1,import}}
 * @param only if not empty, these at most
 */
record QueryNames(String glob, Set<String> only) {
    QueryNames {
        only = Set.copyOf(only);
    }

    boolean hold(String name) {
        boolean isNamed = only.isEmpty() || only.contains(name);
        return isNamed
                && FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(Path.of(name));
    }

    QueryNames only(Set<String> names) {
        return new QueryNames(glob, names);
    }
}
