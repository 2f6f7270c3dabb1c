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
public record QueryNames(String glob, Set<String> only) {
    public QueryNames {
        only = Set.copyOf(only);
    }

    /** Whether a measurement of that name is wanted. */
    public boolean hold(String name) {
        boolean isNamed = only.isEmpty() || only.contains(name);
        return isNamed
                && FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(Path.of(name));
    }

    QueryNames only(Set<String> names) {
        return new QueryNames(glob, names);
    }
}
