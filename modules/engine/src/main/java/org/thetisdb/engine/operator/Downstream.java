package org.thetisdb.engine.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is downstream of a place in a pipeline that is being built from its end: links, then a sink. Branches of a union
 * share it. Immutable.
 */
public final class Downstream {
    private final Optional<Link> first;
    private final Downstream rest;
    private final SinkSpec sink;

    private Downstream(SinkSpec sink) {
        this.first = Optional.empty();
        this.rest = this;
        this.sink = sink;
    }

    private Downstream(Link first, Downstream rest) {
        this.first = Optional.of(first);
        this.rest = rest;
        this.sink = rest.sink;
    }

    /** The end of a pipeline. */
    public static Downstream of(SinkSpec sink) {
        return new Downstream(sink);
    }

    /** The link, and then this. */
    Downstream after(Link link) {
        return new Downstream(link, this);
    }

    List<Link> links() {
        List<Link> links = new ArrayList<>();
        for (Downstream each = this; each.first.isPresent(); each = each.rest) {
            links.add(each.first.get());
        }
        return links;
    }

    /** What ends the pipeline. */
    public SinkSpec sink() {
        return sink;
    }
}
