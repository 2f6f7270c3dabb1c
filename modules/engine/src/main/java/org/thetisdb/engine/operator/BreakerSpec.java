package org.thetisdb.engine.operator;

import org.thetisdb.engine.pipeline.Source;

/**
 * The sink of a breaker, whose state emits the rows again as the source of another pipeline.
 *
 * @param <S> the state
 */
public interface BreakerSpec<S extends Source> extends SinkSpec, Shared<S> {
    /** The rows that the sink has taken in. */
    default SourceSpec rows() {
        return new Rows(this);
    }

    /** @param sink whose rows they are */
    record Rows(BreakerSpec<?> sink) implements SourceSpec {
        @Override
        public Source create(Assembly assembly) {
            return assembly.state(sink);
        }

        @Override
        public String text(Operator operator) {
            return "rows of " + sink.text();
        }
    }
}
