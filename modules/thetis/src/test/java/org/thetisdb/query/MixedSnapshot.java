package org.thetisdb.query;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.Statistics;

/**
 * A snapshot that keeps to itself what it knows of whole chunks: each is said to be mixed and has rows without nodes at
 * its end, and counts are said to be estimates. So everything is looked up node by node, with the same answers.
 */
final class MixedSnapshot {
    private static final int HOLES = 3;

    private final Snapshot inner;
    private final Statistics statistics;
    private final Snapshot snapshot;

    private MixedSnapshot(Snapshot inner) {
        this.inner = inner;
        this.statistics = wrap(
                Statistics.class,
                (proxy, method, arguments) ->
                        method.getName().equals("isExact") ? false : call(method, inner.statistics(), arguments));
        this.snapshot = wrap(Snapshot.class, this::answer);
    }

    static Snapshot of(Snapshot inner) {
        return new MixedSnapshot(inner).snapshot;
    }

    private Object answer(Object proxy, Method method, Object[] arguments) throws Throwable {
        return switch (method.getName()) {
            case "labelSet" -> Snapshot.MIXED;
            case "rowCount" -> Math.min(NodeIdLayout.CHUNK_ROWS, inner.rowCount((int) arguments[0]) + HOLES);
            case "statistics" -> statistics;
            case "reader" -> reader(inner.reader());
            default -> call(method, inner, arguments);
        };
    }

    private GraphReader reader(GraphReader reader) {
        return wrap(GraphReader.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "snapshot" -> snapshot;
            case "move" -> ((Snapshot) arguments[0]).base().equals(inner.base());
            default -> call(method, reader, arguments);
        });
    }

    private static Object call(Method method, Object target, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException exception) {
            throw exception.getCause();
        }
    }

    private static <T> T wrap(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(MixedSnapshot.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
