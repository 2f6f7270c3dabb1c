package org.thetisdb.engine.fuse;

import java.lang.invoke.MethodHandles;

/**
 * Makes loops out of shapes: hidden classes, which go when nobody refers to them any more. Stateless and thread safe.
 */
final class LoopDefiner {
    private static final String NATIVE_IMAGE = "org.graalvm.nativeimage.imagecode";

    private LoopDefiner() {}

    /** Whether this program may define classes at run time at all: a native image may not. */
    static boolean isPossible() {
        return System.getProperty(NATIVE_IMAGE) == null;
    }

    /** Makes the loop of a shape; where it cannot, the code is refused, with the reason. */
    static void define(LoopShape shape, CompiledLoop into) {
        try {
            byte[] bytes = LoopCode.bytes(shape);
            into.define(load(bytes), bytes.length);
        } catch (LoopTooLongException tooLong) {
            into.refuse("its loop is too long: steps=" + tooLong.stepCount());
        } catch (ReflectiveOperationException forbidden) {
            into.refuse("no class may be defined: " + forbidden.getMessage());
        } catch (LinkageError | UnsupportedOperationException failure) {
            into.refuse("its class could not be defined: " + failure.getMessage());
        }
    }

    /**
     * Makes a loop of a class file.
     *
     * @throws ReflectiveOperationException if no class may be defined
     * @throws LinkageError if it is no class file of a loop
     */
    static FusedLoop load(byte[] bytes) throws ReflectiveOperationException {
        Class<?> type = MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
        return (FusedLoop) type.getDeclaredConstructor().newInstance();
    }
}
