package org.thetisdb.cypher.bound;

import java.util.List;
import java.util.Set;

/**
 * What may become a notification about a valid query, as far as its text shows. Whether it does depends
 * on the graph. The offset is its place in the text.
 */
public sealed interface Remark {
    int offset();

    /** Reads what has this name, and makes nothing of this name; the first place of several. */
    record NameRead(int offset, NameKind kind, String name) implements Remark {}

    /**
     * A match of parts that share no variable; at least two.
     *
     * @param match the whole match, whose conditions may connect parts
     */
    record Parts(Step.Match match, List<Part> parts) implements Remark {
        public Parts {
            parts = List.copyOf(parts);
        }

        @Override
        public int offset() {
            return parts.getFirst().offset();
        }
    }

    /**
     * A connected part of a pattern.
     *
     * @param name what represents it: its first variable that the user named, else {@code ()}
     * @param variables all that it binds, none of which was bound before
     */
    record Part(int offset, String name, Set<Variable> variables) {
        public Part {
            variables = Set.copyOf(variables);
        }
    }

    /** A variable-length relationship without an upper bound. */
    record UnboundedLength(int offset) implements Remark {}

    /**
     * Syntax that may be removed.
     *
     * @param what the syntax
     * @param instead what to write
     */
    record Deprecated(int offset, String what, String instead) implements Remark {}
}
