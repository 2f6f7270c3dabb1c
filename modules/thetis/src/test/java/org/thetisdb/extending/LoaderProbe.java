package org.thetisdb.extending;

import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Remembers class loaders without keeping them: extensions of {@link UnloadingTest} hand it theirs. */
public final class LoaderProbe {
    private static final Queue<WeakReference<ClassLoader>> LOADERS = new ConcurrentLinkedQueue<>();

    private LoaderProbe() {}

    /** Remembers a loader. */
    public static void note(ClassLoader loader) {
        LOADERS.add(new WeakReference<>(loader));
    }

    /** How many were handed over. */
    static int count() {
        return LOADERS.size();
    }

    /** How many of them are still there. */
    static long left() {
        return LOADERS.stream().filter(each -> each.get() != null).count();
    }
}
