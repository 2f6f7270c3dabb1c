package org.thetisdb.xml.tree;

import java.lang.reflect.Field;
import net.sf.saxon.lib.StandardURIChecker;

/**
 * Saxon remembers for each thread which URIs it has checked, as a value of a class of its own. Threads outlive an
 * extension, and such a value would keep all of its classes; so a thread forgets it when a call ends. Stateless.
 */
final class CheckedUris {
    private static final ThreadLocal<?> REMEMBERED = remembered();

    private CheckedUris() {}

    @SuppressWarnings("ThreadLocalUsage") // It stands for one that is not there in another version of Saxon.
    private static ThreadLocal<?> remembered() {
        try {
            Field field = StandardURIChecker.class.getDeclaredField("caches");
            field.setAccessible(true);
            return (ThreadLocal<?>) field.get(null);
        } catch (ReflectiveOperationException | RuntimeException absent) {
            return new ThreadLocal<>();
        }
    }

    /** To be called by the thread whose call ends. */
    static void forget() {
        REMEMBERED.remove();
    }
}
