package org.thetisdb.engine.fuse;

import java.util.HexFormat;
import java.util.Optional;
import org.thetisdb.engine.CodeCacheSummary;
import org.thetisdb.engine.CodeStore;
import org.thetisdb.engine.loop.EngineDigest;
import org.thetisdb.engine.loop.ShapeKey;

/**
 * What earlier processes have found of shapes: the code of loops that were faster, what was measured, and which shapes
 * have no loop.
 *
 * <pre>
 *   ShapeKey ──a name of its digest──► CodeStore ──bytes──► CodeFileLayout ──► CodeRecord, if it is sound, made by
 *                                                                              this build on this JDK, and of this key
 * </pre>
 *
 * <p>What is not that is ignored with a notice, and written over once the shape has been measured again. Thread safe;
 * used by the thread that compiles, and by those who ask what is kept.
 */
final class CodeCache {
    private static final int NAME_BYTES = 16;

    private final CodeStore store;

    /** Who this process is, once somebody has asked; it takes some milliseconds. */
    private Optional<byte[]> maker = Optional.empty();

    private boolean isMakerSought;

    CodeCache(CodeStore store) {
        this.store = store;
    }

    boolean isOn() {
        return store.isOn();
    }

    /** What is known of a shape. */
    Optional<CodeRecord> read(ShapeKey key) {
        Optional<byte[]> bytes = store.read(name(key));
        if (bytes.isEmpty() || maker().isEmpty()) {
            return Optional.empty();
        }
        return switch (CodeFileLayout.condition(maker().get(), bytes.get())) {
            case SOUND -> CodeFileLayout.decode(bytes.get()).filter(code -> code.isOf(key));
            case DAMAGED -> {
                notice(key, "it is damaged");
                yield Optional.empty();
            }
            case FOREIGN -> {
                store.notice("code of loops in the code cache is ignored; another build of Thetis or another JDK has"
                        + " made it; it is replaced when it is measured again");
                yield Optional.empty();
            }
        };
    }

    /** Says that a file is ignored, and why. */
    void notice(ShapeKey key, String reason) {
        store.notice("a file of the code cache is ignored; " + reason
                + ", and is replaced when its loop is measured again: file=" + name(key));
    }

    void write(ShapeKey key, CodeRecord code) {
        Optional<byte[]> own = maker();
        if (own.isPresent()) {
            store.write(name(key), CodeFileLayout.encode(own.get(), code));
        }
    }

    /** What is kept; reads all of it. */
    CodeCacheSummary summary() {
        Optional<byte[]> own = maker();
        CodeCacheCounter counter = new CodeCacheCounter();
        store.visit(file -> counter.add(file, own.flatMap(by -> sound(by, file))));
        return counter.summary();
    }

    private static Optional<CodeRecord> sound(byte[] own, byte[] file) {
        return CodeFileLayout.condition(own, file) == CodeFileLayout.Condition.SOUND
                ? CodeFileLayout.decode(file)
                : Optional.empty();
    }

    private synchronized Optional<byte[]> maker() {
        if (!isMakerSought) {
            isMakerSought = true;
            maker = EngineDigest.own();
            if (maker.isEmpty()) {
                store.notice("the code cache is not used; the classes of this build cannot be read");
            }
        }
        return maker;
    }

    /** Different keys may have the same name, in theory; so the key is in the file as well. */
    static String name(ShapeKey key) {
        byte[] digest = EngineDigest.algorithm().digest(key.bytes());
        return HexFormat.of().formatHex(digest, 0, NAME_BYTES) + ".loop";
    }
}
