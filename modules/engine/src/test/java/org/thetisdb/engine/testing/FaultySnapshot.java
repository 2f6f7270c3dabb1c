package org.thetisdb.engine.testing;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** A snapshot that counts its open readers, and whose readers fail at a call of choice. */
public final class FaultySnapshot {
    private static final long NEVER = Long.MAX_VALUE;

    private final Snapshot innerSnapshot;
    private final Snapshot snapshot;
    private final AtomicInteger openReaders = new AtomicInteger();
    private final AtomicLong callsLeft = new AtomicLong(NEVER);

    public FaultySnapshot(Snapshot inner) {
        innerSnapshot = inner;
        snapshot = wrap(Snapshot.class, inner, (proxy, method, arguments) -> {
            Object result = call(method, inner, arguments);
            return result instanceof GraphReader reader ? reader(reader) : result;
        });
    }

    public Snapshot snapshot() {
        return snapshot;
    }

    public int openReaders() {
        return openReaders.get();
    }

    /** Lets the call after so many others fail, once. */
    public void failAfter(long calls) {
        callsLeft.set(calls);
    }

    public void failNever() {
        callsLeft.set(NEVER);
    }

    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private GraphReader reader(GraphReader inner) {
        openReaders.incrementAndGet();
        return wrap(GraphReader.class, inner, (proxy, method, arguments) -> {
            if (method.getName().equals("close")) {
                openReaders.decrementAndGet();
            } else if (!method.getName().equals("refresh")) {
                count();
            }
            boolean moves = method.getName().equals("move") && arguments[0] == snapshot;
            return switch (call(method, inner, moves ? new Object[] {innerSnapshot} : arguments)) {
                case Expansion expansion -> counted(Expansion.class, expansion);
                case NodeIndexReader index -> counted(NodeIndexReader.class, index);
                case null -> null;
                case Object other -> other;
            };
        });
    }

    private <T> T counted(Class<T> type, T inner) {
        return wrap(type, inner, (proxy, method, arguments) -> {
            count();
            return call(method, inner, arguments);
        });
    }

    private void count() {
        if (callsLeft.get() != NEVER && callsLeft.getAndDecrement() == 0) {
            throw new ThetisException(ErrorCode.IO_FAILED, "a fault made by a test");
        }
    }

    private static Object call(java.lang.reflect.Method method, Object target, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException exception) {
            throw exception.getCause();
        }
    }

    private static <T> T wrap(Class<T> type, T inner, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(inner.getClass().getClassLoader(), new Class<?>[] {type}, handler));
    }
}
