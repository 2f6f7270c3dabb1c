package org.thetisdb.engine.testing;

import static org.thetisdb.cypher.bound.Expression.Arithmetic;
import static org.thetisdb.cypher.bound.Expression.Call;
import static org.thetisdb.cypher.bound.Expression.Comparison;
import static org.thetisdb.cypher.bound.Expression.Literal;
import static org.thetisdb.cypher.bound.Expression.Reference;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Places;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.EvaluationTrace;
import org.thetisdb.engine.evaluation.LongLists;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** A graph of two label sets with made-up properties, and short ways to write and run expressions. */
public final class ExpressionHarness {
    public static final int ROWS = 64;
    public static final Clock CLOCK = Clock.fixed(Instant.parse("2024-02-29T12:34:56.789Z"), ZoneOffset.UTC);

    private static final List<String> LABELS = List.of("A", "B", "C");
    private static final List<String> KEYS = List.of("number", "name");

    private ExpressionHarness() {}

    /** Chunk 0 holds :A:B, chunk 1 holds :C. Property number is the id; name is "n" and the id, which odd ids lack. */
    public static Snapshot snapshot() {
        return proxy(Snapshot.class, (method, arguments) -> switch (method) {
            case "catalog" -> catalog();
            case "chunkCount" -> 2;
            case "labelSet" -> arguments[0];
            default -> throw new UnsupportedOperationException(method);
        });
    }

    private static Catalog catalog() {
        return proxy(Catalog.class, (method, arguments) -> switch (method) {
            case "labelSetCount" -> 2;
            case "typeCount" -> 1;
            case "labelSet" -> (int) arguments[0] == 0 ? new int[] {0, 1} : new int[] {2};
            case "labelName" -> LABELS.get((int) arguments[0]);
            case "typeName" -> "R";
            case "propertyKeyName" -> KEYS.get((int) arguments[0]);
            case "propertyKeyId" -> {
                int index = KEYS.indexOf(arguments[0]);
                yield index < 0 ? OptionalInt.empty() : OptionalInt.of(index);
            }
            default -> throw new UnsupportedOperationException(method);
        });
    }

    public static GraphReader reader() {
        Snapshot snapshot = snapshot();
        return proxy(GraphReader.class, (method, arguments) -> switch (method) {
            case "snapshot" -> snapshot;
            case "labelSet" -> NodeIdLayout.chunk((long) arguments[0]);
            case "nodePropertyKeys" -> new int[] {0, 1};
            case "nodeProperty", "relationshipProperty" -> {
                read((int) arguments[0], (long[]) arguments[1], (boolean[]) arguments[2], (int) arguments[3], (Vector)
                        arguments[4]);
                yield null;
            }
            default -> throw new UnsupportedOperationException(method);
        });
    }

    private static void read(int key, long[] nodes, boolean[] nulls, int count, Vector into) {
        into.reset(key == 0 ? VectorKind.INTEGER : VectorKind.STRING, count);
        for (int row = 0; row < count; row++) {
            if (nulls != null && nulls[row] || key == 1 && nodes[row] % 2 == 1) {
                into.setNull(row);
            } else {
                into.setValue(row, key == 0 ? (Object) nodes[row] : "n" + nodes[row]);
            }
        }
    }

    private interface Answers {
        Object answer(String method, Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, Answers answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> method.isDefault()
                        ? InvocationHandler.invokeDefault(proxy, method, arguments)
                        : answers.answer(method.getName(), arguments)));
    }

    /** A run with as much memory as anybody asks for. */
    private record TestRun(Map<String, Object> parameters, Clock clock, RandomGenerator random, StopSignal stop)
            implements EvaluationContext.Run {
        @Override
        public RunOptions options() {
            return new RunOptions(1, 0, 0, RunOptions.DEFAULT_BATCH_ROWS, clock, random);
        }

        @Override
        public void requireRoom(String operation, long bytes) {
            // There is always enough.
        }

        @Override
        public Optional<LongLists> longLists() {
            return Optional.empty();
        }

        @Override
        public boolean tryReserve(long bytes) {
            return true;
        }

        @Override
        public void release(long bytes) {
            // Nothing is counted.
        }
    }

    public static EvaluationContext context(Map<String, Object> parameters) {
        return new EvaluationContext(
                reader(),
                1,
                false,
                new TestRun(parameters, CLOCK, new Random(7), new StopSignal(0)),
                new EvaluationTrace());
    }

    public static ExpressionCompiler compiler() {
        return new ExpressionCompiler(
                Variable::id,
                (subquery, slots) -> {
                    throw new UnsupportedOperationException();
                },
                Places.NONE);
    }

    public static Variable variable(int id) {
        return new Variable(id, "v" + id, CypherType.ANY);
    }

    public static Reference column(int id) {
        return new Reference(variable(id));
    }

    public static Expression literal(Object value) {
        return value == null ? Literal.NULL : Literal.of(value);
    }

    public static Expression call(String name, Object... arguments) {
        return new Call(
                name,
                java.util.Arrays.stream(arguments)
                        .map(each -> each instanceof Expression expression ? expression : literal(each))
                        .toList());
    }

    public static Expression compare(Comparison.Operator operator, Object left, Object right) {
        return new Comparison(operator, expression(left), expression(right));
    }

    public static Expression arithmetic(Arithmetic.Operator operator, Object left, Object right) {
        return new Arithmetic(operator, expression(left), expression(right));
    }

    public static Expression expression(Object value) {
        return value instanceof Expression expression ? expression : literal(value);
    }

    /** A map of alternating keys and values. */
    public static Map<String, Object> map(Object... entries) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int index = 0; index < entries.length; index += 2) {
            map.put((String) entries[index], entries[index + 1]);
        }
        return map;
    }

    public static Vector vector(Object... values) {
        Vector vector = new Vector();
        vector.reset(VectorKind.NULL, values.length);
        for (int row = 0; row < values.length; row++) {
            vector.setValue(row, values[row]);
        }
        return vector;
    }

    /** A dictionary of a source of its own. */
    public static Dictionary dictionary(String... words) {
        Vector strings = new Vector();
        strings.reset(VectorKind.STRING, words.length);
        for (int code = 0; code < words.length; code++) {
            strings.setValue(code, words[code]);
        }
        return new Dictionary(new Object(), strings);
    }

    public static Rows rows(int count, Vector... columns) {
        return new Rows() {
            @Override
            public int count() {
                return count;
            }

            @Override
            public Vector column(int slot) {
                return columns[slot];
            }
        };
    }

    /** The value of an expression without columns. */
    public static Object value(Expression expression) {
        return compiler()
                .compile(expression)
                .evaluate(context(Map.of()), rows(1))
                .valueAt(0);
    }

    /** The values of an expression over columns 0, 1, … */
    public static Object[] values(Expression expression, int count, Vector... columns) {
        Vector vector = compiler().compile(expression).evaluate(context(Map.of()), rows(count, columns));
        Object[] values = new Object[count];
        for (int row = 0; row < count; row++) {
            values[row] = vector.valueAt(row);
        }
        return values;
    }

    public static Object f(String name, Object... arguments) {
        return value(call(name, arguments));
    }

    public static String text(String name, Object... arguments) {
        return String.valueOf(f(name, arguments));
    }

    public static long node(int chunk, int row) {
        return NodeIdLayout.id(chunk, row);
    }
}
