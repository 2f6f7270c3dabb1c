package org.thetisdb.engine.loop;

import java.util.HashMap;
import java.util.Map;

/**
 * Writes the class file of a loop: constants, and methods that {@link MethodCode} has written. Names are ASCII.
 *
 * <p>The JDK's own writer ({@code java.lang.classfile}) does the same in several times the time, ten times in a process
 * that has just begun; what a loop needs of the format is little.
 *
 * <p>Belongs to who writes it.
 */
final class LoopClass {
    private static final int MAGIC = 0xCAFEBABE;

    /** Of Java 25. */
    private static final int MAJOR_VERSION = 69;

    private static final int ACC_PUBLIC = 1;
    private static final int ACC_STATIC = 8;
    private static final int ACC_FINAL_SUPER_SYNTHETIC = 0x1030;
    private static final int TAG_UTF8 = 1;
    private static final int TAG_LONG = 5;
    private static final int TAG_CLASS = 7;
    private static final int TAG_FIELD = 9;
    private static final int TAG_METHOD = 10;
    private static final int TAG_NAME_AND_TYPE = 12;
    private static final int CONSTANTS_MAX = 0xFFFF;

    /** What a class file is called that nobody looks up by its name. */
    static final String NAME = internal(LoopClass.class.getPackageName()).concat("/GeneratedLoop");

    private final ClassBytes constants = new ClassBytes(1024);
    private int constantCount = 1;
    private final Map<String, Integer> texts = new HashMap<>();
    private final Map<String, Integer> types = new HashMap<>();
    private final Map<String, Integer> members = new HashMap<>();
    private final Map<Long, Integer> numbers = new HashMap<>();
    private final ClassBytes methods = new ClassBytes(1024);
    private int methodCount;

    /** A name as class files have it. */
    static String internal(String name) {
        return name.replace('.', '/');
    }

    private int added(int slots) {
        int index = constantCount;
        constantCount += slots;
        if (constantCount > CONSTANTS_MAX) {
            throw new LoopTooLongException(constantCount);
        }
        return index;
    }

    private int text(String text) {
        Integer known = texts.get(text);
        if (known != null) {
            return known;
        }
        constants.u1(TAG_UTF8).u2(text.length()).ascii(text);
        int made = added(1);
        texts.put(text, made);
        return made;
    }

    int type(String name) {
        Integer known = types.get(name);
        if (known != null) {
            return known;
        }
        int text = text(name);
        constants.u1(TAG_CLASS).u2(text);
        int made = added(1);
        types.put(name, made);
        return made;
    }

    int number(long value) {
        Integer known = numbers.get(value);
        if (known != null) {
            return known;
        }
        constants.u1(TAG_LONG).u8(value);
        int made = added(2);
        numbers.put(value, made);
        return made;
    }

    int field(String owner, String name, String descriptor) {
        return member(TAG_FIELD, owner, name, descriptor);
    }

    int method(String owner, String name, String descriptor) {
        return member(TAG_METHOD, owner, name, descriptor);
    }

    private int member(int tag, String owner, String name, String descriptor) {
        // Not by +, which is code of its own for each place that the JVM has to make first.
        String key = owner.concat(".").concat(name).concat(":").concat(descriptor);
        Integer known = members.get(key);
        if (known != null) {
            return known;
        }
        int ownerIndex = type(owner);
        int nameIndex = text(name);
        int descriptorIndex = text(descriptor);
        constants.u1(TAG_NAME_AND_TYPE).u2(nameIndex).u2(descriptorIndex);
        int nameAndType = added(1);
        constants.u1(tag).u2(ownerIndex).u2(nameAndType);
        int made = added(1);
        members.put(key, made);
        return made;
    }

    void add(boolean isStatic, String name, String descriptor, MethodCode code) {
        int attribute = text("Code");
        int table = code.hasFrames() ? text("StackMapTable") : 0;
        methods.u2(isStatic ? ACC_STATIC : ACC_PUBLIC).u2(text(name)).u2(text(descriptor));
        code.writeTo(methods.u2(1), attribute, table);
        methodCount++;
    }

    /** The class, which implements {@link FusedLoop}. */
    byte[] toArray() {
        int self = type(NAME);
        int parent = type("java/lang/Object");
        int contract = type(internal(FusedLoop.class.getName()));
        ClassBytes file = new ClassBytes(constants.size() + methods.size() + 64);
        file.u4(MAGIC).u2(0).u2(MAJOR_VERSION).u2(constantCount).add(constants);
        file.u2(ACC_FINAL_SUPER_SYNTHETIC).u2(self).u2(parent).u2(1).u2(contract);
        return file.u2(0).u2(methodCount).add(methods).u2(0).toArray();
    }
}
