package org.thetisdb.cypher.bound;

import java.util.List;
import java.util.Set;

/**
 * What may be worth telling about a query that is right, as far as its text says. Whether it is worth telling depends
 * on the graph. The offset is where in the text it stands.
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
     * What hangs together in a pattern.
     *
     * @param name what stands for it: its first variable that the user named, else {@code ()}
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
     * A way of writing that may go.
     *
     * @param what the way
     * @param instead what to write
     */
    record Deprecated(int offset, String what, String instead) implements Remark {}
}
