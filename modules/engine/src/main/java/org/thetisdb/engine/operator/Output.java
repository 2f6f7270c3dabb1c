package org.thetisdb.engine.operator;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Variable;

/**
 * The place in a pipeline where an operator's rows pass to the next. Here they are counted, timed and verified, and
 * here a pipeline may be cut: what must be kept of the rows are the {@link #columns}.
 *
 * @param operator whose rows pass
 * @param read the slots that somebody above reads, of these rows or of others
 */
public record Output(Operator operator, Set<Integer> read) implements Link {
    public Output {
        read = Set.copyOf(read);
    }

    /** The columns of the rows that somebody above reads, by slot. */
    public List<Variable> columns() {
        return operator.columns().stream()
                .filter(each -> read.contains(each.id()))
                .sorted(Comparator.comparingInt(Variable::id))
                .toList();
    }

    /** The estimated number of rows. */
    public double rows() {
        return operator.rows();
    }
}
