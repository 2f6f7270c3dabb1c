package org.thetisdb.engine.operator;

import java.util.List;

/**
 * A pipeline of a plan: what rows go through without stopping, from a source to a sink.
 *
 * <p>Invariant: the first link is the {@link Output} of {@code operator}.
 *
 * @param operator whose rows the source gives
 * @param links stages, and the places between operators, in the order in which rows pass
 */
public record Pipeline(Operator operator, SourceSpec source, List<Link> links, SinkSpec sink) {
    public Pipeline {
        links = List.copyOf(links);
    }
}
