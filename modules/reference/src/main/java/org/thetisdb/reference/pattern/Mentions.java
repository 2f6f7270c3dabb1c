package org.thetisdb.reference.pattern;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.Variable;

/** Whether a variable occurs in an expression: bound queries are made of records throughout. */
final class Mentions {
    private Mentions() {}

    static boolean of(Object tree, Variable variable) {
        return switch (tree) {
            case Variable other -> other.equals(variable);
            case List<?> list -> list.stream().anyMatch(each -> of(each, variable));
            case Optional<?> optional -> optional.isPresent() && of(optional.get(), variable);
            case Record node -> {
                boolean found = false;
                for (RecordComponent component : node.getClass().getRecordComponents()) {
                    found |= of(read(component, node), variable);
                }
                yield found;
            }
            default -> false;
        };
    }

    private static Object read(RecordComponent component, Record node) {
        try {
            return component.getAccessor().invoke(node);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a part of a bound query cannot be read: name=" + component, e);
        }
    }
}
