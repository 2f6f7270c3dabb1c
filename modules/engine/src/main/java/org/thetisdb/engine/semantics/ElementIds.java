package org.thetisdb.engine.semantics;

import java.util.OptionalLong;

/** The text form of ids, as elementId() gives it: {@code n:12} for a node, {@code r:7} for a relationship. */
public final class ElementIds {
    private ElementIds() {}

    public static String ofNode(long node) {
        return "n:" + node;
    }

    public static String ofRelationship(long relationship) {
        return "r:" + relationship;
    }

    /** The node's id; empty if the text is no element id of a node. */
    public static OptionalLong node(String elementId) {
        return parse(elementId, "n:");
    }

    /** The relationship's id; empty if the text is no element id of a relationship. */
    public static OptionalLong relationship(String elementId) {
        return parse(elementId, "r:");
    }

    private static OptionalLong parse(String elementId, String prefix) {
        boolean fits = elementId.startsWith(prefix) && elementId.length() > 2 && elementId.length() <= 21;
        if (!fits || !elementId.chars().skip(2).allMatch(c -> c >= '0' && c <= '9')) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Long.parseLong(elementId, 2, elementId.length(), 10));
    }
}
