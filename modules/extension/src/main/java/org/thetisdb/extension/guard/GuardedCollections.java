package org.thetisdb.extension.guard;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.function.Predicate;

/** What is called instead of methods of collections that look each element up in another one. Stateless. */
public final class GuardedCollections {
    /** Elements that may be compared between checks. */
    private static final long COMPARISONS_BETWEEN_CHECKS = 1 << 16;

    private GuardedCollections() {}

    /**
     * {@return as {@link Collection#containsAll}}
     *
     * @param elements is checked meanwhile
     * @param others each of them
     */
    public static boolean containsAll(Collection<?> elements, Collection<?> others) {
        if (isShort(elements, others) || isOwn(elements, "containsAll")) {
            return elements.containsAll(others);
        }
        for (Object other : others) {
            Guard.check();
            if (!elements.contains(other)) {
                return false;
            }
        }
        return true;
    }

    /**
     * {@return as {@link Collection#removeAll}}
     *
     * @param elements is checked meanwhile
     * @param others each of them
     */
    public static boolean removeAll(Collection<?> elements, Collection<?> others) {
        return isShort(elements, others) || isOwn(elements, "removeAll")
                ? elements.removeAll(others)
                : elements.removeIf(among(others));
    }

    /**
     * {@return as {@link Collection#retainAll}}
     *
     * @param elements is checked meanwhile
     * @param others each of them
     */
    public static boolean retainAll(Collection<?> elements, Collection<?> others) {
        return isShort(elements, others) || isOwn(elements, "retainAll")
                ? elements.retainAll(others)
                : elements.removeIf(among(others).negate());
    }

    private static Predicate<Object> among(Collection<?> others) {
        return element -> {
            Guard.check();
            return others.contains(element);
        };
    }

    private static boolean isShort(Collection<?> elements, Collection<?> others) {
        return (long) elements.size() * others.size() <= COMPARISONS_BETWEEN_CHECKS;
    }

    /** Whether a method is of code that is held to the fence, and so has checks. */
    private static boolean isOwn(Collection<?> elements, String method) {
        for (Class<?> type = elements.getClass(); !type.getName().startsWith("java."); type = type.getSuperclass()) {
            for (Method each : type.getDeclaredMethods()) {
                if (each.getName().equals(method)) {
                    return true;
                }
            }
        }
        return false;
    }
}
