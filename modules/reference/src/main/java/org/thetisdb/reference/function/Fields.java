package org.thetisdb.reference.function;

import java.time.temporal.Temporal;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The map from which a temporal value is made, such as {@code {date: d, hour: 12}}. */
record Fields(Map<?, ?> map) {
    /** All keys but these are an error. */
    void allowOnly(Set<String> keys) {
        for (Object key : map.keySet()) {
            if (!keys.contains(key)) {
                throw Faults.temporal("no such field: field=" + key);
            }
        }
    }

    /** Whether a map holds a null; the JDK's immutable maps throw when asked for it. */
    static boolean anyIsNull(Map<?, ?> map) {
        return map.values().stream().anyMatch(Objects::isNull);
    }

    boolean has(String key) {
        return map.get(key) != null;
    }

    boolean hasAny(String... keys) {
        for (String key : keys) {
            if (has(key)) {
                return true;
            }
        }
        return false;
    }

    OptionalLong number(String key) {
        Object value = map.get(key);
        if (value != null && !(value instanceof Long)) {
            throw Faults.type("the field " + key, "an INTEGER", value);
        }
        return value == null ? OptionalLong.empty() : OptionalLong.of((Long) value);
    }

    /** A field from {@code least} to {@code most}. */
    int number(String key, long otherwise, long least, long most) {
        long value = number(key).orElse(otherwise);
        if (value < least || value > most) {
            throw Faults.temporal("out of range: " + key + "=" + value + ", least=" + least + ", most=" + most);
        }
        return (int) value;
    }

    Optional<String> text(String key) {
        Object value = map.get(key);
        if (value != null && !(value instanceof String)) {
            throw Faults.type("the field " + key, "a STRING", value);
        }
        return Optional.ofNullable((String) value);
    }

    /** Another temporal value to begin with. */
    Optional<Temporal> temporal(String key) {
        Object value = map.get(key);
        if (value != null && !(value instanceof Temporal)) {
            throw Faults.type("the field " + key, "a temporal value", value);
        }
        return Optional.ofNullable((Temporal) value);
    }

    /** Fields are given from the largest on: of those after one that is missing none may be given. */
    void noneAfterMissing(String... keys) {
        String missing = null;
        for (String key : keys) {
            if (missing != null && has(key)) {
                throw Faults.temporal(key + " is given, but " + missing + " is not");
            }
            missing = missing == null && !has(key) ? key : missing;
        }
    }
}
