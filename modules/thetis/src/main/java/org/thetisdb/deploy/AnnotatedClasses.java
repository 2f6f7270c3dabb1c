package org.thetisdb.deploy;

import java.lang.classfile.Annotation;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.thetisdb.extension.AggregateFunction;
import org.thetisdb.extension.Listener;
import org.thetisdb.extension.ScalarFunction;
import org.thetisdb.extension.TableProcedure;
import org.thetisdb.extension.Trigger;

/** Finds the classes of a jar that have functions, where no descriptor names them. Stateless. */
final class AnnotatedClasses {
    private static final Set<String> MARKS = Set.of(
            ScalarFunction.class.descriptorString(),
            TableProcedure.class.descriptorString(),
            AggregateFunction.class.descriptorString(),
            Trigger.class.descriptorString(),
            Listener.class.descriptorString());

    private static final Set<String> TRIGGER = Set.of(Trigger.class.descriptorString());

    private AnnotatedClasses() {}

    /** The names of those that are annotated, or have methods that are. */
    static List<String> of(Map<String, byte[]> classes) {
        List<String> found = new ArrayList<>();
        new TreeMap<>(classes).forEach((name, bytes) -> {
            if (isMarked(bytes, MARKS)) {
                found.add(name);
            }
        });
        return found;
    }

    /** Whether some have triggers, or may have. */
    static boolean haveTriggers(Map<String, byte[]> classes) {
        return classes.values().stream().anyMatch(each -> isMarked(each, TRIGGER));
    }

    private static boolean isMarked(byte[] bytes, Set<String> marks) {
        try {
            ClassModel type = ClassFile.of().parse(bytes);
            return isMarked(type, marks) || type.methods().stream().anyMatch(each -> isMarked(each, marks));
        } catch (IllegalArgumentException damaged) {
            // Loading it says what is wrong, if anybody needs it.
            return false;
        }
    }

    private static boolean isMarked(AttributedElement element, Set<String> marks) {
        return element.findAttribute(Attributes.runtimeVisibleAnnotations())
                .map(found -> found.annotations().stream()
                        .map(Annotation::className)
                        .anyMatch(each -> marks.contains(each.stringValue())))
                .orElse(false);
    }
}
