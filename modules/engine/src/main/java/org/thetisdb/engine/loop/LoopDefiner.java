package org.thetisdb.engine.loop;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Modifier;

/**
 * Makes loops of class files: hidden classes, which go when nobody refers to them any more. Stateless and thread safe.
 */
public final class LoopDefiner {
    private static final String NATIVE_IMAGE = "org.graalvm.nativeimage.imagecode";

    private LoopDefiner() {}

    /** Whether this program may define classes at run time at all: a native image may not. */
    public static boolean isPossible() {
        return System.getProperty(NATIVE_IMAGE) == null;
    }

    /**
     * Makes a loop of a class file.
     *
     * @throws ReflectiveOperationException if no class may be defined
     * @throws LinkageError if it is no class file of a loop
     */
    public static FusedLoop load(byte[] bytes) throws ReflectiveOperationException {
        Class<?> type = MethodHandles.lookup().defineHiddenClass(bytes, false).lookupClass();
        if (!isLoop(type)) {
            throw new ClassFormatError("not the class of a loop");
        }
        return (FusedLoop) type.getDeclaredConstructor().newInstance();
    }

    /** Whether it is a class as {@link LoopCode} writes them, and none that could do more. */
    private static boolean isLoop(Class<?> type) {
        Class<?>[] interfaces = type.getInterfaces();
        return type.getSuperclass() == Object.class
                && interfaces.length == 1
                && interfaces[0] == FusedLoop.class
                && Modifier.isFinal(type.getModifiers())
                && type.getDeclaredFields().length == 0;
    }
}
