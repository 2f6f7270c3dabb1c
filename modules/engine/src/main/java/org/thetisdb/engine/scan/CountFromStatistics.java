package org.thetisdb.engine.scan;

import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Leaf;
import org.thetisdb.engine.operator.PatternText;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SourceSpec;
import org.thetisdb.engine.pipeline.Source;

/**
 * One row with the number of nodes with a label, or of relationships of a type between labels, from the statistics.
 *
 * @param relationships whether relationships are counted; if not, nodes with {@code startLabel}
 */
public record CountFromStatistics(
        Optional<String> startLabel,
        Optional<String> type,
        Optional<String> endLabel,
        boolean relationships,
        Variable count,
        double rows)
        implements Leaf {
    @Override
    public Set<Variable> binds() {
        return Set.of(count);
    }

    @Override
    public String details() {
        String pattern = relationships
                ? node(startLabel) + PatternText.arrow(Direction.OUTGOING, colon(type)) + node(endLabel)
                : node(startLabel);
        return "count of " + pattern + " AS " + ExpressionText.of(count);
    }

    private static String node(Optional<String> label) {
        return "(" + colon(label) + ")";
    }

    private static String colon(Optional<String> name) {
        return name.map(each -> ":" + each).orElse("");
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        builder.source(this, new Physical(this), next);
    }

    private record Physical(CountFromStatistics operator) implements SourceSpec {
        @Override
        public Source create(Assembly assembly) {
            return new CountFromStatisticsSource(operator);
        }
    }
}
