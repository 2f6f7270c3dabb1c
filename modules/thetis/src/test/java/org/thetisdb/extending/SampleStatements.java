package org.thetisdb.extending;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.thetisdb.Node;
import org.thetisdb.extension.StatementContext;
import org.thetisdb.extension.TableProcedure;
import org.thetisdb.value.ThetisException;

/** Procedures that run statements. */
public final class SampleStatements {
    /** What {@link #keep} was given. */
    static final AtomicReference<@Nullable StatementContext> KEPT = new AtomicReference<>();

    private SampleStatements() {}

    /** One value. */
    public record Value(Object value) {}

    @TableProcedure(name = "statements.read")
    public static List<Value> read(StatementContext context, String statement) {
        return values(context.run(statement, Map.of()));
    }

    private static List<Value> values(List<Map<String, Object>> rows) {
        return rows.stream().map(SampleStatements::value).toList();
    }

    private static Value value(Map<String, Object> row) {
        return new Value(row.values().iterator().next());
    }

    @TableProcedure(name = "statements.stream")
    public static Stream<Value> stream(StatementContext context, String statement, Object parameter) {
        return context.stream(statement, Map.of("p", parameter)).map(SampleStatements::value);
    }

    @TableProcedure(name = "statements.write", writes = true)
    public static List<Value> write(StatementContext context, String statement) {
        return values(context.run(statement, Map.of()));
    }

    @TableProcedure(name = "statements.touch", writes = true)
    public static void touch(StatementContext context, Node node, long by) {
        context.run(
                "MATCH (n) WHERE elementId(n) = $id SET n.touched = coalesce(n.touched, 0) + $by",
                Map.of("id", node.elementId(), "by", by));
    }

    @TableProcedure(name = "statements.streamWhileWriting", writes = true)
    public static List<Value> streamWhileWriting(StatementContext context) {
        Stream<Map<String, Object>> rows = context.stream("MATCH (n) RETURN n", Map.of());
        rows.iterator().next();
        context.run("CREATE (:Never)", Map.of());
        return List.of();
    }

    @TableProcedure(name = "statements.streamOfWrites", writes = true)
    public static List<Value> streamOfWrites(StatementContext context) {
        context.stream("UNWIND range(1, 5) AS x CREATE (n:Made {x: x}) RETURN n", Map.of());
        return values(context.run("MATCH (n:Made) RETURN count(n) AS c", Map.of()));
    }

    @TableProcedure(name = "statements.forgive", writes = true)
    public static List<Value> forgive(StatementContext context, String statement) {
        List<Value> values = new ArrayList<>();
        try {
            values.addAll(values(context.run(statement, Map.of())));
        } catch (ThetisException forgiven) {
            values.add(new Value("forgiven: " + forgiven.code()));
        }
        return values;
    }

    @TableProcedure(name = "statements.keep")
    public static List<Value> keep(StatementContext context) {
        StatementContext before = KEPT.getAndSet(context);
        return before == null ? List.of() : values(before.run("RETURN 1", Map.of()));
    }

    @TableProcedure(name = "statements.elsewhere")
    public static List<Value> elsewhere(StatementContext context) {
        try {
            return CompletableFuture.supplyAsync(() -> values(context.run("RETURN 1", Map.of())))
                    .join();
        } catch (CompletionException failed) {
            throw (RuntimeException) failed.getCause();
        }
    }

    @TableProcedure(name = "statements.down")
    public static List<Value> down(StatementContext context, long levels) {
        return levels == 0
                ? List.of(new Value("ground"))
                : values(context.run("CALL statements.down($l) YIELD value RETURN value", Map.of("l", levels - 1)));
    }
}
