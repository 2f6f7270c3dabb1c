package org.thetisdb.postgresql.sql;

import java.util.BitSet;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.type.PgType;

/** A call of a function, with its arguments translated. Knows which of them somebody has asked for. */
final class FunctionCall {
    private final Translation translation;
    private final Function node;
    private final String name;
    private final List<Expr> arguments;
    private final BitSet read = new BitSet();

    FunctionCall(Translation translation, Function node, String name, List<Expr> arguments) {
        this.translation = translation;
        this.node = node;
        this.name = name;
        this.arguments = List.copyOf(arguments);
    }

    Function node() {
        return node;
    }

    /** In lower case unless it was quoted. */
    String name() {
        return name;
    }

    int count() {
        return arguments.size();
    }

    /** An error of 42883 if there is none. */
    Expr argument(int index) {
        if (index >= count()) {
            throw missing(name);
        }
        read.set(index);
        return arguments.get(index);
    }

    /** As it was written. */
    Expression written(int index) {
        return JoinTree.bare(node.getParameters().get(index));
    }

    /** In Cypher, as one of that type if it has none yet. */
    String argument(int index, PgType type) {
        return translation.as(argument(index), type).cypher();
    }

    String text(int index) {
        return translation.text(argument(index));
    }

    List<Expr> all() {
        read.set(0, count());
        return arguments;
    }

    /** An error of 42883 if there are arguments that nobody has asked for. */
    void requireAllRead() {
        if (read.cardinality() < count()) {
            throw missing(name);
        }
    }

    PostgresFailure missing(String written) {
        List<String> types =
                arguments.stream().map(argument -> argument.type().sqlName()).toList();
        return translation.failure(
                node,
                SqlState.UNDEFINED_FUNCTION,
                "function " + written + "(" + String.join(", ", types) + ") does not exist");
    }
}
