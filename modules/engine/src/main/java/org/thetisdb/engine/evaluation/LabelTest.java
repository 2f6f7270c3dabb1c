package org.thetisdb.engine.evaluation;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;

/**
 * A label expression for the nodes, or relationships, that one worker meets. Label sets, types and chunks are decided
 * when they are first met, because new ones may come with every run: a node in a chunk of one label set then costs one
 * array read. Only nodes in mixed chunks are looked up, all of a batch at once, and those that may have been deleted.
 *
 * <p>{@link #begin} comes before the other methods, for each batch. Not thread safe.
 */
public final class LabelTest {
    private static final byte UNDECIDED = 0;
    private static final byte NO = 1;
    private static final byte YES = 2;
    private static final byte BY_NODE = 3;

    private final LabelExpression expression;
    private byte[] bySet = {};
    private byte[] byType = {};
    private byte[] byChunk = {};
    private int[] sets = {};

    @SuppressWarnings("NullAway.Init") // Set by begin(), which comes before everything else.
    private GraphReader reader;

    private boolean mayMeetDeleted;
    private long view = -1;

    public LabelTest(LabelExpression expression) {
        this.expression = expression;
    }

    /** Notes what the worker sees now. What was decided about chunks is forgotten if the graph has changed. */
    public LabelTest begin(EvaluationContext context) {
        reader = context.reader();
        mayMeetDeleted = context.mayMeetDeleted();
        if (view != context.view()) {
            view = context.view();
            Arrays.fill(byChunk, UNDECIDED);
        }
        return this;
    }

    /** Whether the chunk may hold nodes that match. */
    public boolean mayMatchChunk(int chunk) {
        return decision(chunk) != NO;
    }

    /** Whether the node matches; false if the run has deleted it. */
    public boolean matches(long node) {
        byte decision = decision(NodeIdLayout.chunk(node));
        return decision == YES || decision == BY_NODE && matchesSet(reader.labelSet(node));
    }

    /**
     * Finds the nodes that match.
     *
     * @param kept gets their indexes, ascending
     * @return how many there are
     */
    public int keep(long[] nodes, int count, int[] kept) {
        int keptCount = 0;
        boolean looked = false;
        for (int index = 0; index < count; index++) {
            byte decision = decision(NodeIdLayout.chunk(nodes[index]));
            if (decision == BY_NODE) {
                if (!looked) {
                    look(nodes, null, count);
                    looked = true;
                }
                decision = matchesSet(sets[index]) ? YES : NO;
            }
            kept[keptCount] = index;
            keptCount += decision == YES ? 1 : 0;
        }
        return keptCount;
    }

    /**
     * Sets 1 for nodes that match, 0 for others; nulls are passed over.
     *
     * @param nulls which nodes are null; null for none
     */
    public void test(long[] nodes, boolean @Nullable [] nulls, int count, long[] into) {
        boolean looked = false;
        for (int index = 0; index < count; index++) {
            if (nulls != null && nulls[index]) {
                continue;
            }
            byte decision = decision(NodeIdLayout.chunk(nodes[index]));
            if (decision == BY_NODE) {
                if (!looked) {
                    look(nodes, nulls, count);
                    looked = true;
                }
                decision = matchesSet(sets[index]) ? YES : NO;
            }
            into[index] = decision == YES ? 1 : 0;
        }
    }

    private void look(long[] nodes, boolean @Nullable [] nulls, int count) {
        sets = Vectors.room(sets, count);
        reader.labelSets(nodes, nulls, count, sets);
    }

    private byte decision(int chunk) {
        byte decision = chunk < byChunk.length ? byChunk[chunk] : UNDECIDED;
        return decision == UNDECIDED ? decide(chunk) : decision;
    }

    private byte decide(int chunk) {
        if (chunk >= byChunk.length) {
            // Not the count of chunks: asking for it counts as having read all nodes.
            byChunk = Arrays.copyOf(byChunk, Math.max(chunk + 1, byChunk.length * 2));
        }
        int set = reader.snapshot().labelSet(chunk);
        byte decision = BY_NODE;
        if (set != Snapshot.MIXED && !matchesSet(set)) {
            decision = NO;
        } else if (set != Snapshot.MIXED
                && (!mayMeetDeleted || reader.snapshot().isFull(chunk))) {
            decision = YES;
        }
        byChunk[chunk] = decision;
        return decision;
    }

    /** Whether nodes with the label set match; false for {@link GraphReader#NO_NODE}. */
    public boolean matchesSet(int set) {
        if (set == GraphReader.NO_NODE) {
            return false;
        }
        if (set >= bySet.length) {
            bySet = Arrays.copyOf(bySet, Math.max(set + 1, 2 * bySet.length));
        }
        if (bySet[set] == UNDECIDED) {
            Catalog catalog = reader.snapshot().catalog();
            String[] names = Arrays.stream(catalog.labelSet(set))
                    .mapToObj(catalog::labelName)
                    .toArray(String[]::new);
            bySet[set] = matches(expression, names) ? YES : NO;
        }
        return bySet[set] == YES;
    }

    /** Whether relationships of the type match. */
    public boolean matchesType(int type) {
        if (type >= byType.length) {
            byType = Arrays.copyOf(byType, Math.max(type + 1, 2 * byType.length));
        }
        if (byType[type] == UNDECIDED) {
            String name = reader.snapshot().catalog().typeName(type);
            byType[type] = matches(expression, new String[] {name}) ? YES : NO;
        }
        return byType[type] == YES;
    }

    private static boolean matches(LabelExpression expression, String[] names) {
        return switch (expression) {
            case LabelExpression.Name name -> Arrays.asList(names).contains(name.name());
            case LabelExpression.Wildcard ignored -> names.length > 0;
            case LabelExpression.Not not -> !matches(not.operand(), names);
            case LabelExpression.And and -> and.operands().stream().allMatch(each -> matches(each, names));
            case LabelExpression.Or or -> or.operands().stream().anyMatch(each -> matches(each, names));
        };
    }
}
