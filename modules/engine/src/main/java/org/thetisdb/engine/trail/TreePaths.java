package org.thetisdb.engine.trail;

import java.util.List;
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

    TreePaths(SearchTree forward, SearchTree backward) {
        this.forward = forward;
        this.backward = backward;
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
        for (int step = fromStep; step < length; step++) {
            SearchTree tree = tree(step);
            if (step == forwardLength) {
                numbers[step] = backwardMeeting;
            } else {
                numbers[step] = step == 0 ? forwardMeeting : tree.parent(choices[step - 1]);
            }
            choices[step] = tree.firstLink(numbers[step]);
        }
    }

    /** Chooses the next path; false if there is none. */
    boolean advance() {
        for (int step = length - 1; step >= 0; step--) {
            int link = tree(step).nextLink(numbers[step], choices[step]);
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
        for (int step = 0; step < stepCount; step++) {
            numbers[step] = tree(step).number(nodes[step]);
            choices[step] = tree(step).linkOf(numbers[step], relationships[step]);
        }
        forward.useLinks();
        backward.useLinks();
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
