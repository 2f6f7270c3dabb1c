package org.thetisdb.engine.expand;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;

/**
 * Reads the paths that two search trees have found through a node where they meet, one after another.
 *
 * <p>A path is a choice of one link at each step, from the meeting node up to both roots. The choices advance like the
 * digits of a counter, the last one fastest: first those towards the start, then those towards the end.
 */
final class TreePaths {
    private final SearchTree forward;
    private final SearchTree backward;
    private int forwardLength;
    private int length;
    private int forwardMeeting;
    private int backwardMeeting;
    private int[] numbers = new int[16];
    private int[] choices = new int[16];
    private @Nullable Batch input;
    private int row;

    TreePaths(SearchTree forward, SearchTree backward) {
        this.forward = forward;
        this.backward = backward;
    }

    /** Says for which row paths are read. */
    void beginRow(Batch newInput, int newRow) {
        input = newInput;
        row = newRow;
    }

    /** Chooses the first path through a node that both trees contain. */
    void begin(long meeting) {
        if (forward.hasManyLinks() || backward.hasManyLinks()) {
            forward.forgetLinks();
            backward.forgetLinks();
        }
        forwardMeeting = forward.number(meeting);
        backwardMeeting = backward.number(meeting);
        forwardLength = forward.depthOf(forwardMeeting);
        length = forwardLength + backward.depthOf(backwardMeeting);
        if (numbers.length < length) {
            numbers = new int[length];
            choices = new int[length];
        }
        chooseFirst(0);
    }

    private SearchTree tree(int step) {
        return step < forwardLength ? forward : backward;
    }

    private void chooseFirst(int fromStep) {
        Batch given = Invariant.present(input, "paths are read for a row");
        for (int step = fromStep; step < length; step++) {
            SearchTree tree = tree(step);
            if (step == forwardLength) {
                numbers[step] = backwardMeeting;
            } else {
                numbers[step] = step == 0 ? forwardMeeting : tree.parent(choices[step - 1]);
            }
            choices[step] = tree.firstLink(numbers[step], given, row);
        }
    }

    /** Chooses the next path; false if there is none. */
    boolean advance() {
        for (int step = length - 1; step >= 0; step--) {
            int link = tree(step).nextLink(choices[step]);
            if (link != SearchTree.NONE) {
                choices[step] = link;
                if (forward.hasManyLinks() || backward.hasManyLinks()) {
                    chooseAgain(step + 1);
                }
                chooseFirst(step + 1);
                return true;
            }
        }
        return false;
    }

    /** Lets the trees forget all links, and chooses the same as before for the first steps. */
    private void chooseAgain(int stepCount) {
        long[] nodes = new long[stepCount];
        long[] relationships = new long[stepCount];
        for (int step = 0; step < stepCount; step++) {
            nodes[step] = tree(step).node(numbers[step]);
            relationships[step] = tree(step).signedRelationship(choices[step]);
        }
        long meeting = forward.node(forwardMeeting);
        forward.forgetLinks();
        backward.forgetLinks();
        forwardMeeting = forward.number(meeting);
        backwardMeeting = backward.number(meeting);
        Batch given = Invariant.present(input, "paths are read for a row");
        for (int step = 0; step < stepCount; step++) {
            SearchTree tree = tree(step);
            numbers[step] = tree.number(nodes[step]);
            int link = tree.firstLink(numbers[step], given, row);
            while (link != SearchTree.NONE && tree.signedRelationship(link) != relationships[step]) {
                link = tree.nextLink(link);
            }
            Invariant.check(link != SearchTree.NONE, "a node has the links that it had", "node", nodes[step]);
            choices[step] = link;
        }
    }

    /** Forgets the row. */
    void endRow() {
        input = null;
    }

    /** The chosen path, from the root of the forward tree to that of the backward tree. */
    PathReference path() {
        NodeReference[] nodes = new NodeReference[length + 1];
        RelationshipReference[] relationships = new RelationshipReference[length];
        nodes[forwardLength] = new NodeReference(forward.node(forwardMeeting));
        for (int step = 0; step < length; step++) {
            SearchTree tree = tree(step);
            RelationshipReference relationship = tree.relationship(choices[step], numbers[step]);
            NodeReference parent = new NodeReference(tree.node(tree.parent(choices[step])));
            if (step < forwardLength) {
                relationships[forwardLength - 1 - step] = relationship;
                nodes[forwardLength - 1 - step] = parent;
            } else {
                relationships[step] = relationship;
                nodes[step + 1] = parent;
            }
        }
        return new PathReference(List.of(nodes), List.of(relationships));
    }
}
