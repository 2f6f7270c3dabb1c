package org.thetisdb.cypher.bound;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The pattern of one MATCH, as a graph. Parts may be unconnected. Within one pattern no relationship is matched twice:
 * all of {@code relationships} (each hop of a variable-length one too) differ from one another.
 *
 * @param nodes the node variables, each once; some may be bound already by an earlier step (or be imports), and such a
 *     one may be of type ANY: a value that is no node then matches nothing
 * @param relationships single hops and variable-length ones; their variables are always new: a relationship that is
 *     bound already appears as a new one and an equality among the predicates
 * @param shortestPaths {@code shortestPath(…)} and {@code allShortestPaths(…)} parts; exempt from the rule above
 * @param paths path variables to build from the matched elements
 */
public record GraphPattern(
        List<Variable> nodes, List<Hop> relationships, List<ShortestPath> shortestPaths, List<NamedPath> paths) {
    public GraphPattern {
        nodes = List.copyOf(nodes);
        relationships = List.copyOf(relationships);
        shortestPaths = List.copyOf(shortestPaths);
        paths = List.copyOf(paths);
    }

    /**
     * One relationship of the pattern.
     *
     * @param relationship a RELATIONSHIP, or a LIST of them when {@code length} is present
     * @param left the node on the left
     * @param right the node on the right
     * @param direction as seen from the left node
     * @param types empty if any type will do
     * @param length present for a variable-length relationship
     */
    public record Hop(
            Variable relationship,
            Variable left,
            Variable right,
            Direction direction,
            Optional<LabelExpression> types,
            Optional<VariableLength> length) {
        /** The same of another length. */
        public Hop ofLength(VariableLength other) {
            return new Hop(relationship, left, right, direction, types, Optional.of(other));
        }
    }

    /**
     * How often a variable-length relationship repeats, and what each hop must fulfil.
     *
     * @param minimum at least 0
     * @param maximum empty if unbounded
     * @param hop stands for the single relationship inside {@code predicates}
     * @param end stands for the node that it leads to, seen from the node at which the trail was begun to be followed,
     *     if {@code predicates} read it
     * @param predicates conjuncts on {@code hop} (from inline properties or WHERE) and {@code end}, which may use outer
     *     variables
     * @param size takes the number of relationships, if that is asked for apart from the list
     */
    public record VariableLength(
            int minimum,
            OptionalLong maximum,
            Variable hop,
            Optional<Variable> end,
            List<Expression> predicates,
            Optional<Variable> size) {
        public VariableLength {
            predicates = List.copyOf(predicates);
        }

        /** One without conditions on nodes, of which only the list is asked for. */
        public VariableLength(int minimum, OptionalLong maximum, Variable hop, List<Expression> predicates) {
            this(minimum, maximum, hop, Optional.empty(), predicates, Optional.empty());
        }

        /** The same with other conditions. */
        public VariableLength demanding(Optional<Variable> otherEnd, List<Expression> others) {
            return new VariableLength(minimum, maximum, hop, otherEnd, others, size);
        }

        /** Whether only {@code predicates} know a variable. */
        public boolean isLocal(Variable variable) {
            return variable.equals(hop) || end.filter(variable::equals).isPresent();
        }
    }

    /**
     * A shortest path between two nodes.
     *
     * @param hop its variable-length relationship; the list of relationships is bound to {@code hop.relationship}
     * @param path the path variable (generated if the user gave none)
     * @param all all shortest paths rather than any one
     */
    public record ShortestPath(Hop hop, Variable path, boolean all) {}

    /**
     * A path variable.
     *
     * @param path the variable to bind
     * @param elements node, relationship, node, … as variables; a relationship may be a variable-length one
     */
    public record NamedPath(Variable path, List<Variable> elements) {
        public NamedPath {
            elements = List.copyOf(elements);
        }
    }
}
