package org.thetisdb.engine.query;

import java.util.Optional;
import org.thetisdb.cypher.bound.PastGraph;
import org.thetisdb.cypher.parse.QueryLiterals;
import org.thetisdb.value.Notification;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;

/**
 * Where in a text things stand that a plan knows by their places in another text of the same template.
 *
 * <pre>
 *   planned   MATCH (p {id: 7}) RETURN p.name + p.age          place 35, two behind the end of `7`…
 *   run       MATCH (p {id: 4711}) RETURN p.name + p.age       … is place 38 here
 * </pre>
 *
 * <p>Immutable; any thread.
 *
 * @param planned the literals of the text that was planned
 * @param run the literals of the text that is run
 */
record TextShift(QueryLiterals planned, QueryLiterals run) {
    Position of(Position place) {
        return run.source().position(offset(place.offset()));
    }

    private int offset(int offset) {
        int literal = planned.from(offset + 1) - 1;
        if (literal < 0) {
            return offset;
        }
        return offset < planned.end(literal) ? run.start(literal) : offset - planned.end(literal) + run.end(literal);
    }

    ThetisException of(ThetisException error) {
        Optional<Position> place = error.position();
        return place.isPresent() ? error.moved(of(place.get())) : error;
    }

    Notification of(Notification notification) {
        return new Notification(
                notification.code(),
                notification.description(),
                notification.position().map(this::of));
    }

    QueryNeeds of(QueryNeeds needs) {
        return new QueryNeeds(
                needs.writes(),
                needs.acts(),
                needs.write().map(this::of),
                needs.past().map(past -> new PastGraph(past.by(), past.valueQuery(), of(past.position()))));
    }
}
