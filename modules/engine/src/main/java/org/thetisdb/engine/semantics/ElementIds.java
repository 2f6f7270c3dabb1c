package org.thetisdb.engine.semantics;

import java.util.OptionalLong;
import org.thetisdb.storage.NodeIdLayout;

/** The text form of ids, as elementId() gives it: {@code n:12} for a node, {@code r:7} for a relationship. */
public final class ElementIds {
    private static final int DIGITS_MAX = 19;

    private ElementIds() {}

    public static String ofNode(long node) {
        return "n:" + node;
    }

    public static String ofRelationship(long relationship) {
        return "r:" + relationship;
    }

    /** The node's id; empty if the text is no element id of a node. */
    public static OptionalLong node(String elementId) {
        OptionalLong node = parse(elementId, "n:");
        return node.isPresent() && NodeIdLayout.isId(node.getAsLong()) ? node : OptionalLong.empty();
    }

    /** The relationship's id; empty if the text is no element id of a relationship. */
    public static OptionalLong relationship(String elementId) {
        return parse(elementId, "r:");
    }

    /** Only what the functions above write is an id: {@code n:012} would be equal to no element id. */
    private static OptionalLong parse(String elementId, String prefix) {
        int digits = elementId.length() - prefix.length();
        if (!elementId.startsWith(prefix) || digits < 1 || digits > DIGITS_MAX) {
            return OptionalLong.empty();
        }
        long id = 0;
        for (int index = prefix.length(); index < elementId.length(); index++) {
            int digit = elementId.charAt(index) - '0';
            if (digit < 0 || digit > 9) {
                return OptionalLong.empty();
            }
            id = id * 10 + digit;
        }
        // With at most 19 digits what is too large has become negative.
        boolean padded = digits > 1 && elementId.charAt(prefix.length()) == '0';
        return padded || id < 0 ? OptionalLong.empty() : OptionalLong.of(id);
    }
}
