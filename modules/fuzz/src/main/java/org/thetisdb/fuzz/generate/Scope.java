package org.thetisdb.fuzz.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.thetisdb.fuzz.query.Sort;

/** The names that an expression may use. Immutable. */
record Scope(List<Name> names) {
    static final Scope EMPTY = new Scope(List.of());

    Scope {
        names = List.copyOf(names);
    }

    /**
     * A variable.
     *
     * @param witness a node or relationship of the graph that it is bound to in some row, if one is known
     */
    record Name(String text, Sort sort, Optional<Object> witness) {
        Name(String text, Sort sort) {
            this(text, sort, Optional.empty());
        }

        boolean isEntity() {
            return sort == Sort.NODE || sort == Sort.RELATIONSHIP;
        }
    }

    Scope with(Name name) {
        return with(List.of(name));
    }

    Scope with(List<Name> more) {
        List<Name> all = new ArrayList<>(names);
        all.addAll(more);
        return new Scope(all);
    }

    List<Name> of(Sort sort) {
        return where(name -> name.sort() == sort);
    }

    List<Name> entities() {
        return where(Name::isEntity);
    }

    List<Name> where(Predicate<Name> wanted) {
        return names.stream().filter(wanted).toList();
    }
}
