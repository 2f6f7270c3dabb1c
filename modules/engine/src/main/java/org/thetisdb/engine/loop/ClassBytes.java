package org.thetisdb.engine.loop;

import java.util.Arrays;

/** Bytes of a class file, big-endian, one after another. Belongs to who writes them. */
final class ClassBytes {
    private byte[] bytes;
    private int size;

    ClassBytes(int capacity) {
        bytes = new byte[capacity];
    }

    int size() {
        return size;
    }

    ClassBytes u1(int value) {
        if (size == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        bytes[size++] = (byte) value;
        return this;
    }

    ClassBytes u2(int value) {
        return u1(value >> 8).u1(value);
    }

    ClassBytes u4(int value) {
        return u2(value >> 16).u2(value);
    }

    ClassBytes u8(long value) {
        return u4((int) (value >> 32)).u4((int) value);
    }

    /** Puts two bytes in a place that was left for them. */
    void setU2(int at, int value) {
        bytes[at] = (byte) (value >> 8);
        bytes[at + 1] = (byte) value;
    }

    ClassBytes ascii(String text) {
        for (int index = 0; index < text.length(); index++) {
            u1(text.charAt(index));
        }
        return this;
    }

    ClassBytes add(ClassBytes other) {
        for (int index = 0; index < other.size; index++) {
            u1(other.bytes[index]);
        }
        return this;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }
}
