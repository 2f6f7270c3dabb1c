package org.thetisdb.xml.document;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What was made of the texts that were used last. Thread safe.
 *
 * @param <V> what is made of a text
 */
public final class CompiledCache<V> {
    private static final int TEXTS_MAX = 256;

    /** Longer ones are compiled for each call, so that a cache has a few megabytes at most. */
    private static final int LENGTH_MAX = 1 << 16;

    private final Function<String, V> compiler;
    private final Map<String, V> known = new LinkedHashMap<>(16, 0.75f, true);

    /** @param compiler makes a value of a text, or throws */
    public CompiledCache(Function<String, V> compiler) {
        this.compiler = compiler;
    }

    /** What the text means. Compiled outside of the lock: two may do so at once, and one of the results stays. */
    public V get(String text) {
        V found = find(text);
        if (found != null) {
            return found;
        }
        V made = compiler.apply(text);
        if (text.length() <= LENGTH_MAX) {
            keep(text, made);
        }
        return made;
    }

    private @Nullable V find(String text) {
        synchronized (known) {
            return known.get(text);
        }
    }

    private void keep(String text, V made) {
        synchronized (known) {
            known.put(text, made);
            if (known.size() > TEXTS_MAX) {
                known.remove(known.keySet().iterator().next());
            }
        }
    }
}
