package org.thetisdb.storage.transaction;

/**
 * Changes of single bytes, as a fuzzer's input describes them: four bytes each.
 *
 * <pre>
 *   0        1        2        3
 *   +--------+--------+--------+-------+
 *   | position, modulo the room | value |        value is XORed, so that 0 changes nothing
 *   +--------+--------+--------+-------+
 * </pre>
 */
final class ByteEdits {
    private static final int EDIT_BYTES = 4;
    private static final int EDIT_COUNT_MAX = 64;

    private ByteEdits() {}

    /** Changes {@code count} bytes of {@code target} from {@code from} on. */
    static void apply(byte[] input, byte[] target, int from, int count) {
        int editCount = Math.min(EDIT_COUNT_MAX, input.length / EDIT_BYTES);
        for (int edit = 0; edit < editCount; edit++) {
            int at = edit * EDIT_BYTES;
            int position = (input[at] & 0xff) << 16 | (input[at + 1] & 0xff) << 8 | input[at + 2] & 0xff;
            target[from + position % count] ^= input[at + 3];
        }
    }
}
