package org.thetisdb.engine.loop;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.block.DoubleBlocks;
import org.thetisdb.engine.block.LongBlocks;
import org.thetisdb.value.vector.VectorKind;

/**
 * Who makes code: a digest of the JDK, of the processor's kind, and of all classes of this build that say what a key
 * means, what code is written for it, what that calls, and how it is measured. Two processes with the same digest have
 * the same code for a key. Stateless.
 */
public final class EngineDigest {
    /** The length of a digest. */
    public static final int BYTES = 32;

    private static final String ALGORITHM = "SHA-256";

    private static final List<Class<?>> CLASSES = List.of(
            LongBlocks.class,
            DoubleBlocks.class,
            FusedLoop.class,
            LoopArguments.class,
            LoopShape.class,
            ShapeKey.class,
            ScalarTable.class,
            KeyBytes.class,
            Scalar.Form.class,
            LoopCode.class,
            LoopParts.class,
            PartCode.class,
            MethodCode.class,
            MethodCode.Type.class,
            LoopClass.class,
            LoopProgram.class,
            LoopOp.class,
            ScalarCode.class,
            DoubtCode.class,
            VectorKind.class,
            Expression.Arithmetic.Operator.class,
            Expression.Comparison.Operator.class,
            Step.AggregateFunction.class);

    private static final List<String> PROPERTIES =
            List.of("java.vm.vendor", "java.vm.name", "java.vm.version", "os.name", "os.arch");

    private EngineDigest() {}

    /** The digest of this process; empty if its classes cannot be read, so that nobody knows what they are. */
    public static Optional<byte[]> compute() {
        MessageDigest digest = algorithm();
        for (String property : PROPERTIES) {
            digest.update(System.getProperty(property, "").getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
        }
        for (Class<?> type : CLASSES) {
            String file = type.getName();
            file = file.substring(file.lastIndexOf('.') + 1).concat(".class");
            try (InputStream bytes = type.getResourceAsStream(file)) {
                if (bytes == null) {
                    return Optional.empty();
                }
                digest.update(bytes.readAllBytes());
            } catch (IOException unreadable) {
                return Optional.empty();
            }
        }
        return Optional.of(digest.digest());
    }

    /** What digests are made with. */
    public static MessageDigest algorithm() {
        try {
            return MessageDigest.getInstance(ALGORITHM);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, missing);
        }
    }
}
