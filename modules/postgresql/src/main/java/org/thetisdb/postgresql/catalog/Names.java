package org.thetisdb.postgresql.catalog;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What a name in SQL means, among things that have names. Stateless. */
public final class Names {
    private Names() {}

    /**
     * {@return the first of that name}
     *
     * @param exact whether it was quoted; else it may be written in other cases if only one is meant
     */
    public static <T> Optional<T> find(List<T> all, Function<T, String> nameOf, String name, boolean exact) {
        Optional<T> same =
                all.stream().filter(each -> nameOf.apply(each).equals(name)).findFirst();
        if (same.isPresent() || exact) {
            return same;
        }
        List<T> similar = all.stream()
                .filter(each -> nameOf.apply(each).equalsIgnoreCase(name))
                .toList();
        return similar.size() == 1 ? Optional.of(similar.getFirst()) : Optional.empty();
    }
}
