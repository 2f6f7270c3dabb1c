package org.thetisdb.xml.tree;

import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.str.CompressedWhitespace;
import net.sf.saxon.tree.tiny.TinyNodeImpl;
import net.sf.saxon.tree.tiny.TinyTree;
import net.sf.saxon.type.Type;

/**
 * How many characters of text come before each node of a tree, so that the length of an element's text is a difference
 * of two numbers, and the text need not be put together: a predicate over all elements of a document would otherwise
 * copy each text once for each element around it.
 *
 * <pre>
 *   node    a      "xy"   b      "z"    c           next sibling of a
 *   before  0      0      2      2      3           3                  length of a: 3 - 0, of b: 3 - 2
 * </pre>
 *
 * <p>Kept with the tree, and goes with it. Immutable.
 */
final class TextLengths {
    private static final String KEY = "org.thetisdb.xml.lengths";

    private final TinyTree tree;
    private final int[] before;

    private TextLengths(TinyTree tree, int[] before) {
        this.tree = tree;
        this.before = before;
    }

    /** The number of characters of a node's text. */
    static long of(NodeInfo node) {
        if (node instanceof TinyNodeImpl tiny && (tiny.getNodeKind() == Type.ELEMENT || isDocument(tiny))) {
            TinyTree tree = tiny.getTree();
            return known(tree).length(tiny.getNodeNumber());
        }
        return node.getUnicodeStringValue().length();
    }

    private static boolean isDocument(NodeInfo node) {
        return node.getNodeKind() == Type.DOCUMENT;
    }

    private static TextLengths known(TinyTree tree) {
        if (tree.getUserData(KEY) instanceof TextLengths known && known.isOf(tree)) {
            return known;
        }
        TextLengths made = made(tree);
        tree.setUserData(KEY, made);
        return made;
    }

    /** Whether nothing was added to the tree since. */
    private boolean isOf(TinyTree other) {
        return tree == other && before.length == other.getNumberOfNodes() + 1;
    }

    private static TextLengths made(TinyTree tree) {
        int count = tree.getNumberOfNodes();
        byte[] kinds = tree.getNodeKindArray();
        int[] alpha = tree.getAlphaArray();
        int[] beta = tree.getBetaArray();
        int[] before = new int[count + 1];
        for (int node = 0; node < count; node++) {
            int length = switch (kinds[node]) {
                case Type.TEXT, Type.TEXTUAL_ELEMENT -> beta[node];
                case Type.WHITESPACE_TEXT ->
                    CompressedWhitespace.length((long) alpha[node] << 32 | beta[node] & 0xffffffffL);
                default -> 0;
            };
            before[node + 1] = Math.addExact(before[node], length);
        }
        return new TextLengths(tree, before);
    }

    private long length(int node) {
        return (long) before[end(node)] - before[node];
    }

    /** The first node that is not below. The last sibling points at its parent. */
    private int end(int node) {
        if (tree.getNodeKindArray()[node] == Type.TEXTUAL_ELEMENT) {
            return node + 1;
        }
        int[] next = tree.getNextPointerArray();
        int at = node;
        while (next[at] >= 0 && next[at] < at) {
            at = next[at];
        }
        return next[at] < 0 ? before.length - 1 : next[at];
    }
}
