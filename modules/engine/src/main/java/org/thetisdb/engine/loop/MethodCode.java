package org.thetisdb.engine.loop;

import java.util.Arrays;

/**
 * Writes a method's instructions: at most one loop, and no other branch.
 *
 * <pre>
 *   fixed(…), …            locals that keep their types from here on
 *   beginRows              row = 0; top: if (row >= count) goto end      a frame: the fixed locals
 *   …                      whatever, with any other locals
 *   endRows                row++; goto top; end:                         a frame, the same
 * </pre>
 *
 * <p>Belongs to who writes it.
 */
final class MethodCode {
    /** What a local is, as the verifier calls it. */
    enum Type {
        INT(1, 1, 0x15, 0x36),
        DOUBLE(3, 2, 0x18, 0x39),
        LONG(4, 2, 0x16, 0x37),
        REFERENCE(7, 1, 0x19, 0x3A);

        private final int tag;
        private final int slots;
        private final int load;
        private final int store;

        Type(int tag, int slots, int load, int store) {
            this.tag = tag;
            this.slots = slots;
            this.load = load;
            this.store = store;
        }
    }

    // Instructions, by their names in the specification of the JVM.
    static final int LCONST_0 = 0x09;
    static final int DCONST_0 = 0x0E;
    static final int IALOAD = 0x2E;
    static final int LALOAD = 0x2F;
    static final int DALOAD = 0x31;
    static final int AALOAD = 0x32;
    static final int BALOAD = 0x33;
    static final int LASTORE = 0x50;
    static final int DASTORE = 0x52;
    static final int BASTORE = 0x54;
    static final int I2L = 0x85;
    static final int LADD = 0x61;
    static final int LSUB = 0x65;
    static final int LAND = 0x7F;
    static final int LOR = 0x81;
    static final int LXOR = 0x83;
    static final int L2I = 0x88;
    static final int IRETURN = 0xAC;
    static final int LRETURN = 0xAD;
    static final int RETURN = 0xB1;
    static final int INVOKEVIRTUAL = 0xB6;
    static final int INVOKESPECIAL = 0xB7;
    static final int INVOKESTATIC = 0xB8;
    private static final int LCONST_1 = 0x0A;
    private static final int ICONST_0 = 0x03;
    private static final int ICONST_MAX = 5;
    private static final int SIPUSH = 0x11;
    private static final int LDC2_W = 0x14;
    private static final int IINC = 0x84;
    private static final int IF_ICMPGE = 0xA2;
    private static final int GOTO = 0xA7;
    private static final int GETFIELD = 0xB4;
    private static final int WIDE = 0xC4;
    private static final int BYTE_MAX = 0xFF;
    private static final int FULL_FRAME = 255;
    private static final int SAME_FRAME_EXTENDED = 251;

    /** An operand of two slots for each of three, an array with an index, and a number that it is added to. */
    private static final int STACK_SLOTS = 12;

    private final LoopClass owner;
    private final ClassBytes code = new ClassBytes(256);
    private int slotCount;
    private int slotsMax;

    /** Of the fixed locals: their types, as a frame has them. */
    private final ClassBytes fixed = new ClassBytes(64);

    private int fixedCount;

    /** Locals of two slots that nobody uses any more. */
    private int[] free = new int[16];

    private int freeCount;
    private int top = -1;
    private int end;

    MethodCode(LoopClass owner) {
        this.owner = owner;
    }

    int length() {
        return code.size();
    }

    boolean hasFrames() {
        return top >= 0;
    }

    // ---------------------------------------------------------------- locals

    /** A local that has its type for the whole method. */
    int fixed(Type type) {
        fixed.u1(type.tag);
        fixedCount++;
        return fresh(type.slots);
    }

    /** A local that refers to something of a class for the whole method. */
    int fixed(String className) {
        fixed.u1(Type.REFERENCE.tag).u2(owner.type(className));
        fixedCount++;
        return fresh(Type.REFERENCE.slots);
    }

    /** A local for a long or a double within a row. */
    int allocate() {
        return freeCount > 0 ? free[--freeCount] : fresh(2);
    }

    /** To be called when the local is not needed any more. */
    void release(int local) {
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = local;
    }

    private int fresh(int slots) {
        int local = slotCount;
        slotCount += slots;
        slotsMax = Math.max(slotsMax, slotCount);
        return local;
    }

    void load(Type type, int local) {
        withLocal(type.load, local);
    }

    void store(Type type, int local) {
        withLocal(type.store, local);
    }

    private void withLocal(int instruction, int local) {
        if (local > BYTE_MAX) {
            code.u1(WIDE).u1(instruction).u2(local);
        } else {
            code.u1(instruction).u1(local);
        }
    }

    // ---------------------------------------------------------------- instructions

    /** One that has no arguments. */
    void simple(int instruction) {
        code.u1(instruction);
    }

    /** @param value 0 to 32,767 */
    void pushInt(int value) {
        if (value <= ICONST_MAX) {
            code.u1(ICONST_0 + value);
        } else {
            code.u1(SIPUSH).u2(value);
        }
    }

    void pushLong(long value) {
        if (value == 0 || value == 1) {
            code.u1(value == 0 ? LCONST_0 : LCONST_1);
        } else {
            code.u1(LDC2_W).u2(owner.number(value));
        }
    }

    void field(String of, String name, String descriptor) {
        code.u1(GETFIELD).u2(owner.field(of, name, descriptor));
    }

    void invoke(int instruction, String of, String name, String descriptor) {
        code.u1(instruction).u2(owner.method(of, name, descriptor));
    }

    // ---------------------------------------------------------------- the loop

    /**
     * Begins what is done for each row.
     *
     * @param row a fixed local, with 0 in it
     * @param count a fixed local
     */
    void beginRows(int row, int count) {
        top = code.size();
        load(Type.INT, row);
        load(Type.INT, count);
        end = code.size();
        code.u1(IF_ICMPGE).u2(0);
    }

    void endRows(int row) {
        code.u1(IINC).u1(row).u1(1);
        int here = code.size();
        code.u1(GOTO).u2(top - here);
        code.setU2(end + 1, code.size() - end);
        end = code.size();
    }

    /** Writes the attribute that has the code. */
    void writeTo(ClassBytes method, int codeAttribute, int tableAttribute) {
        ClassBytes table = new ClassBytes(128);
        if (hasFrames()) {
            table.u2(2);
            table.u1(FULL_FRAME).u2(top).u2(fixedCount).add(fixed).u2(0);
            table.u1(SAME_FRAME_EXTENDED).u2(end - top - 1);
        }
        int tableBytes = hasFrames() ? 6 + table.size() : 0;
        method.u2(codeAttribute).u4(12 + code.size() + tableBytes);
        method.u2(STACK_SLOTS).u2(slotsMax).u4(code.size()).add(code).u2(0);
        if (hasFrames()) {
            method.u2(1).u2(tableAttribute).u4(table.size()).add(table);
        } else {
            method.u2(0);
        }
    }
}
