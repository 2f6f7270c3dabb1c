package org.thetisdb.engine.plan;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Variable;

/**
 * What is known about the nodes in a column: labels they carry, and about how many different nodes there are. Grows
 * while a query is planned.
 *
 * <p>Of nodes of which nothing is known, a label may be supposed that their relationships suggest. Only estimates may
 * ask for that.
 */
final class Labels {
    private final Map<Variable, Set<String>> known = new HashMap<>();
    private final Map<Variable, String> supposed = new HashMap<>();
    private final Set<Variable> unfollowed = new HashSet<>();
    private final Map<Variable, Double> distinct = new HashMap<>();
    private final Set<Implication> implications = new LinkedHashSet<>();

    Labels() {}

    Labels(Labels other) {
        other.known.forEach((variable, labels) -> known.put(variable, new LinkedHashSet<>(labels)));
        supposed.putAll(other.supposed);
        unfollowed.addAll(other.unfollowed);
        distinct.putAll(other.distinct);
        implications.addAll(other.implications);
    }

    /** Takes over what another one knows of labels. */
    void addAll(Labels other) {
        other.known.forEach((variable, labels) -> known.computeIfAbsent(variable, ignored -> new LinkedHashSet<>())
                .addAll(labels));
        supposed.putAll(other.supposed);
    }

    /** Takes over what another one knows of a node's labels. */
    void addAll(Labels other, Variable node) {
        other.of(node).forEach(label -> add(node, label));
        if (other.supposed.containsKey(node)) {
            supposed.put(node, other.supposed.get(node));
        }
    }

    /** Notes that a label was not tested because it follows. */
    void rely(Implication implication) {
        implications.add(implication);
    }

    /** On what the plan so far relies. */
    Set<Implication> implications() {
        return implications;
    }

    /** About how many different nodes a column holds; infinite if unknown. */
    double distinctNodes(Variable node) {
        return distinct.getOrDefault(node, Double.POSITIVE_INFINITY);
    }

    /** Notes the number of rows when a node was bound: later rows repeat those nodes. */
    void bound(Variable node, double rows) {
        distinct.putIfAbsent(node, Math.max(1, rows));
    }

    /** The labels that the nodes carry for sure. */
    Set<String> of(Variable node) {
        return known.getOrDefault(node, Set.of());
    }

    /** The labels that the nodes carry for sure, or else most likely; for estimates. */
    Set<String> likely(Variable node) {
        Set<String> sure = of(node);
        boolean isSupposed = sure.isEmpty() && supposed.containsKey(node) && !unfollowed.contains(node);
        return isSupposed ? Set.of(supposed.get(node)) : sure;
    }

    /** Whether that is another label than was supposed before. */
    boolean suppose(Variable node, String label) {
        return !label.equals(supposed.put(node, label));
    }

    void add(Variable node, String label) {
        known.computeIfAbsent(node, ignored -> new LinkedHashSet<>()).add(label);
    }

    /** The column holds nodes of all kinds, until some of their relationships have been followed. */
    void scanned(Variable node) {
        unfollowed.add(node);
    }

    /** The column holds only nodes that have such relationships as the pattern says. */
    void followed(Variable node) {
        unfollowed.remove(node);
    }

    /** A column that holds another one's values knows what that one does. */
    void alias(Variable from, Variable to) {
        if (known.containsKey(from)) {
            known.computeIfAbsent(to, ignored -> new LinkedHashSet<>()).addAll(known.get(from));
        }
        if (supposed.containsKey(from)) {
            supposed.put(to, supposed.get(from));
        }
        if (distinct.containsKey(from)) {
            distinct.put(to, distinct.get(from));
        }
    }

    /** Learns from a conjunct that must be true. */
    void learn(Expression conjunct) {
        if (conjunct instanceof Expression.HasLabels test && test.target() instanceof Expression.Reference reference) {
            learn(reference.variable(), test.labels());
        }
    }

    private void learn(Variable node, LabelExpression labels) {
        switch (labels) {
            case LabelExpression.Name name -> add(node, name.name());
            case LabelExpression.And and -> and.operands().forEach(each -> learn(node, each));
            case LabelExpression.Or ignored -> {}
            case LabelExpression.Not ignored -> {}
            case LabelExpression.Wildcard ignored -> {}
        }
    }
}
