package org.thetisdb.engine.query;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.Places;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;

/** The error for a query that was not given all parameters that it mentions. */
public final class MissingParameters {
    private MissingParameters() {}

    /** @param names of those that are missing, at least one */
    public static ThetisException error(List<String> names) {
        String first = names.getFirst();
        return new ThetisException(
                ErrorCode.MISSING_PARAMETER,
                "the query needs parameters that were not given: missing=" + String.join(", ", names)
                        + "; give --param "
                        + first + "=VALUE, on the prompt .param " + first + "=VALUE, in a program a map with `" + first
                        + "`");
    }

    /** As {@link #error(List)}, with the place of the one that stands first in the text. */
    static ThetisException error(Collection<String> wanted, Collection<String> given, Places places) {
        List<String> names =
                wanted.stream().filter(name -> !given.contains(name)).sorted().toList();
        Optional<Position> place = names.stream()
                .flatMap(name -> places.ofParameter(name).stream())
                .min((one, other) -> Integer.compare(one.offset(), other.offset()));
        ThetisException error = error(names);
        return place.isPresent() ? error.at(place.get()) : error;
    }
}
