package org.thetisdb.engine.write;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.bound.Write;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.operator.WriteExpressions;

/** Makes nodes, then relationships, for each row. */
public record Create(Operator input, List<Write.NewNode> nodes, List<Write.NewRelationship> relationships, double rows)
        implements Unary {
    public Create {
        nodes = List.copyOf(nodes);
        relationships = List.copyOf(relationships);
    }

    @Override
    public Operator withInput(Operator other) {
        return new Create(other, nodes, relationships, rows);
    }

    @Override
    public Set<Variable> binds() {
        return made(nodes, relationships);
    }

    /** The variables of what is made. */
    static Set<Variable> made(List<Write.NewNode> nodes, List<Write.NewRelationship> relationships) {
        Set<Variable> made = new HashSet<>();
        nodes.forEach(node -> made.add(node.variable()));
        relationships.forEach(relationship -> made.add(relationship.variable()));
        return made;
    }

    @Override
    public String details() {
        return WriteText.made(nodes, relationships);
    }

    @Override
    public List<Expression> expressions() {
        return WriteExpressions.of(nodes, relationships);
    }

    @Override
    public boolean isWrite() {
        return true;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Variable> made = binds();
        Set<Integer> below = SlotSets.needed(read, made, expressions());
        relationships.forEach(each -> {
            below.add(SlotSets.slot(each.start()));
            below.add(SlotSets.slot(each.end()));
        });
        made.forEach(each -> below.remove(SlotSets.slot(each)));
        int[] kept = builder.kept(input, below);
        new Physical(nodes, relationships, kept, SlotSets.slots(made)).build(builder, this, below, next);
    }

    private record Physical(
            List<Write.NewNode> nodes, List<Write.NewRelationship> relationships, int[] kept, int[] made)
            implements WriteSpec {
        @Override
        public String text() {
            return "Create";
        }

        @Override
        public int[] givenSlots() {
            return IntStream.concat(IntStream.of(kept), IntStream.of(made)).toArray();
        }

        @Override
        public WriteSink createSink(Assembly assembly) {
            return new CreateSink(
                    kept,
                    assembly.outerRows(),
                    worker -> new CreateWork(nodes, relationships, assembly.expressions(worker)));
        }
    }
}
