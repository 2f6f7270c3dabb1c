package org.thetisdb.cypher.syntax;

import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.SchemaChange;
import org.thetisdb.cypher.bound.Write;

/** A clause; its offset is that of its first word. */
public sealed interface Clause {
    int offset();

    /** MATCH and OPTIONAL MATCH. */
    record Match(int offset, boolean optional, List<PatternTree> patterns, Optional<ExpressionTree> where)
            implements Clause {}

    record Unwind(int offset, ExpressionTree list, Identifier variable) implements Clause {}

    /** WITH and RETURN. */
    record Projection(
            int offset,
            boolean isReturn,
            boolean distinct,
            boolean star,
            List<Item> items,
            List<Order> orderBy,
            Optional<ExpressionTree> skip,
            Optional<ExpressionTree> limit,
            Optional<ExpressionTree> where)
            implements Clause {}

    /**
     * {@code CALL (x, y) { … }}, {@code CALL (*) { … }} and {@code CALL { … }}.
     *
     * @param imports the names in parentheses; empty if there are no parentheses
     * @param importAll {@code CALL (*)}
     * @param transactions present for {@code CALL { } IN TRANSACTIONS}
     */
    record CallSubquery(
            int offset,
            boolean optional,
            Optional<List<Identifier>> imports,
            boolean importAll,
            QueryTree query,
            Optional<TransactionsTree> transactions)
            implements Clause {}

    /**
     * {@code IN TRANSACTIONS OF rows ROWS ON ERROR … REPORT STATUS AS status}.
     *
     * @param rows empty for the default
     */
    record TransactionsTree(
            int offset,
            Optional<ExpressionTree> rows,
            Write.Transactions.OnError onError,
            Optional<Identifier> status) {}

    /**
     * {@code CALL name(arguments) YIELD …}.
     *
     * @param arguments empty if there are no parentheses
     * @param yields empty if there is no YIELD
     * @param command whether it was written as a command, such as {@code SHOW INDEXES}, and not as a call
     */
    record CallProcedure(
            int offset,
            boolean command,
            boolean optional,
            String name,
            Optional<List<ExpressionTree>> arguments,
            boolean yieldStar,
            List<Item> yields,
            Optional<ExpressionTree> where)
            implements Clause {}

    record LoadCsv(
            int offset,
            boolean withHeaders,
            ExpressionTree from,
            Identifier variable,
            Optional<ExpressionTree> fieldTerminator)
            implements Clause {}

    record Create(int offset, List<PatternTree> patterns) implements Clause {}

    record Merge(int offset, PatternTree pattern, List<SetItem> onCreate, List<SetItem> onMatch) implements Clause {}

    record Set(int offset, List<SetItem> items) implements Clause {}

    record Remove(int offset, List<ExpressionTree> items) implements Clause {}

    record Delete(int offset, boolean detach, List<ExpressionTree> targets) implements Clause {}

    record Foreach(int offset, Identifier variable, ExpressionTree list, List<Clause> updates) implements Clause {}

    /** {@code CREATE INDEX}, {@code DROP CONSTRAINT} and the like, which are whole statements. */
    record ChangeSchema(int offset, SchemaChange change) implements Clause {}

    /** A name and its place. */
    record Identifier(int offset, String name) {}

    /**
     * One item of WITH, RETURN or YIELD.
     *
     * @param text the expression as written, which names the column if there is no alias
     */
    record Item(ExpressionTree expression, Optional<Identifier> alias, int offset, String text) {}

    record Order(ExpressionTree expression, boolean ascending, int offset) {}

    /** {@code target = value}, {@code target += value}, or (without a value) {@code n:Label}. */
    record SetItem(int offset, ExpressionTree target, boolean merge, Optional<ExpressionTree> value) {}
}
