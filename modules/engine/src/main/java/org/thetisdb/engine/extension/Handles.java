package org.thetisdb.engine.extension;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/** Handles of methods in the few shapes that batches are called by. Stateless. */
final class Handles {
    private static final MethodHandle TO_INT = toInt();

    private Handles() {}

    private static MethodHandle toInt() {
        try {
            return MethodHandles.publicLookup()
                    .findStatic(Math.class, "toIntExact", MethodType.methodType(int.class, long.class));
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** With a context as its first argument, whether the method wants one or not. */
    static MethodHandle withContext(MethodHandle method, boolean takesContext) {
        return takesContext ? method : MethodHandles.dropArguments(method, 0, Object.class);
    }

    /**
     * Takes a context as an Object, whether the method wants one or not, and then a {@code long}, {@code double},
     * {@code boolean} or Object each.
     *
     * @param method takes those arguments as it declares them
     * @param takesContext whether the context comes first there
     * @param result what it returns, such as {@code void.class}
     */
    static MethodHandle ofRows(MethodHandle method, boolean takesContext, List<Class<?>> parameters, Class<?> result) {
        MethodHandle handle = withContext(method, takesContext);
        List<Class<?>> types = new ArrayList<>();
        types.add(Object.class);
        for (int index = 0; index < parameters.size(); index++) {
            types.add(parameters.get(index));
            if (handle.type().parameterType(index + 1) == int.class) {
                handle = MethodHandles.filterArguments(handle, index + 1, TO_INT);
            }
        }
        return handle.asType(MethodType.methodType(result, types));
    }

    /** As {@link #ofRows}, of a method that takes arrays; its own types stay. */
    static MethodHandle ofColumns(MethodHandle method, boolean takesContext) {
        MethodHandle handle = withContext(method, takesContext);
        return handle.asType(handle.type().changeParameterType(0, Object.class));
    }
}
