package org.thetisdb.engine.kernel;

import java.util.List;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.storage.Catalog;

/** A key of properties, and those that are read of the same rows, by the numbers that storage has for them. */
final class PropertyKey {
    private static final int UNKNOWN = -1;

    private final String name;
    private final List<String> together;
    private int id = UNKNOWN;
    private int[] idsTogether = {};

    /** @param together the keys that are read of the same rows' targets, with this one; none if it is alone */
    PropertyKey(String name, List<String> together) {
        this.name = name;
        this.together = together;
    }

    String name() {
        return name;
    }

    /** Its number, once it {@linkplain #isKnown is known}. */
    int id() {
        return id;
    }

    /** A key that nobody has used yet may exist in the next batch; once it exists, its id never changes. */
    boolean isKnown(EvaluationContext context) {
        if (id == UNKNOWN) {
            Catalog catalog = context.reader().snapshot().catalog();
            id = catalog.propertyKeyId(name).orElse(UNKNOWN);
            idsTogether = together.stream()
                    .flatMapToInt(each -> catalog.propertyKeyId(each).stream())
                    .toArray();
        }
        return id != UNKNOWN;
    }

    /** Tells storage what will be read with it; to be called just before it is read. */
    void announce(EvaluationContext context) {
        if (idsTogether.length > 0) {
            context.reader().readTogether(idsTogether);
        }
    }
}
