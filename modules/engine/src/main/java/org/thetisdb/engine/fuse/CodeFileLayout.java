package org.thetisdb.engine.fuse;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.thetisdb.engine.loop.EngineDigest;
import org.thetisdb.value.Invariant;

/**
 * A file of what was found of a shape, and of its loop's code where that was faster, little-endian:
 *
 * <pre>
 *   offset  bytes
 *        0      8  "THETISLC"
 *        8      4  version: 2
 *       12      4  CRC-32C of all that follows
 *       16     32  who made it: a digest of JDK and engine (EngineDigest)
 *       48      8  a row in nanoseconds: compiled          (IEEE 754; 0 if nothing was measured)
 *       56      8                        interpreted
 *       64      1  0: the loop was slower, 1: faster, 2: it would be too long (CodeRecord.Verdict)
 *       65      3  0
 *       68      4  length of the key
 *       72      4  length of the class file; 0 unless it was faster
 *       76      4  0
 *       80      …  the key (ShapeKey), then the class file, to the end
 * </pre>
 *
 * <p>Stateless.
 */
final class CodeFileLayout {
    static final int HEADER_BYTES = 80;
    private static final long MAGIC = 0x434C5349_54454854L; // "THETISLC"
    private static final int VERSION = 2;
    private static final int VERSION_OFFSET = 8;
    private static final int CHECKSUM_OFFSET = 12;
    private static final int MAKER_OFFSET = 16;
    private static final int MAKER_BYTES = EngineDigest.BYTES;
    private static final int COMPILED_OFFSET = MAKER_OFFSET + MAKER_BYTES;
    private static final int INTERPRETED_OFFSET = COMPILED_OFFSET + Double.BYTES;
    private static final int VERDICT_OFFSET = INTERPRETED_OFFSET + Double.BYTES;
    private static final int KEY_LENGTH_OFFSET = VERDICT_OFFSET + Integer.BYTES;
    private static final int CLASS_LENGTH_OFFSET = KEY_LENGTH_OFFSET + Integer.BYTES;

    private CodeFileLayout() {}

    /** What a file is, at a glance. */
    enum Condition {
        /** Its checksum is that of its content. */
        SOUND,
        /** Its bytes are not what was written. */
        DAMAGED,
        /** Another version of this layout, another build of the engine, or another JDK made it. */
        FOREIGN
    }

    static byte[] encode(byte[] maker, CodeRecord code) {
        Invariant.check(maker.length == MAKER_BYTES, "a maker is a digest");
        byte[] bytes = new byte[HEADER_BYTES + code.keyLength() + code.classLength()];
        ByteBuffer file = littleEndian(bytes);
        file.putLong(0, MAGIC);
        file.putInt(VERSION_OFFSET, VERSION);
        file.put(MAKER_OFFSET, maker);
        file.putDouble(COMPILED_OFFSET, code.compiledNanos());
        file.putDouble(INTERPRETED_OFFSET, code.interpretedNanos());
        file.put(VERDICT_OFFSET, (byte) code.verdict().number());
        file.putInt(KEY_LENGTH_OFFSET, code.keyLength());
        file.putInt(CLASS_LENGTH_OFFSET, code.classLength());
        file.put(HEADER_BYTES, code.key());
        file.put(HEADER_BYTES + code.keyLength(), code.classBytes());
        file.putInt(CHECKSUM_OFFSET, checksum(bytes));
        return bytes;
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int checksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, MAKER_OFFSET, bytes.length - MAKER_OFFSET);
        return (int) checksum.getValue();
    }

    /** What a file is: nothing of it is to be believed unless it is sound. */
    static Condition condition(byte[] maker, byte[] bytes) {
        if (bytes.length < HEADER_BYTES || littleEndian(bytes).getLong(0) != MAGIC) {
            return Condition.DAMAGED;
        }
        ByteBuffer file = littleEndian(bytes);
        if (file.getInt(CHECKSUM_OFFSET) != checksum(bytes)) {
            return Condition.DAMAGED;
        }
        boolean isOwn = file.getInt(VERSION_OFFSET) == VERSION
                && Arrays.equals(maker, 0, MAKER_BYTES, bytes, MAKER_OFFSET, MAKER_OFFSET + MAKER_BYTES);
        return isOwn ? Condition.SOUND : Condition.FOREIGN;
    }

    /** What a sound file says; empty if its numbers or lengths are such as no Thetis has written. */
    static Optional<CodeRecord> decode(byte[] bytes) {
        ByteBuffer file = littleEndian(bytes);
        int keyLength = file.getInt(KEY_LENGTH_OFFSET);
        int classLength = file.getInt(CLASS_LENGTH_OFFSET);
        if (keyLength < 0 || classLength < 0 || (long) HEADER_BYTES + keyLength + classLength != bytes.length) {
            return Optional.empty();
        }
        int classBegin = HEADER_BYTES + keyLength;
        return CodeRecord.Verdict.of(file.get(VERDICT_OFFSET))
                .map(verdict -> new CodeRecord(
                        Arrays.copyOfRange(bytes, HEADER_BYTES, classBegin),
                        verdict,
                        Arrays.copyOfRange(bytes, classBegin, bytes.length),
                        file.getDouble(COMPILED_OFFSET),
                        file.getDouble(INTERPRETED_OFFSET)));
    }
}
