package org.thetisdb.xml.path;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Reads a path: recursive descent over the grammar of RFC 9535. Used by one thread. */
final class PathReader {
    private static final int LEVELS_MAX = 200;

    private final PathText text;
    private int level;

    PathReader(PathText text) {
        this.text = text;
    }

    /** The whole text as a path. */
    static PathQuery read(String path) {
        PathText text = new PathText(path);
        text.require("$");
        PathQuery query = new PathReader(text).query(false);
        if (!text.isAtEnd()) {
            throw text.wrong("a segment is expected: .name, [...] or ..name");
        }
        return query;
    }

    /** The segments after {@code $} or {@code @}. */
    PathQuery query(boolean isRelative) {
        List<PathQuery.Segment> segments = new ArrayList<>();
        while (true) {
            int before = text.place();
            text.space();
            Optional<PathQuery.Segment> segment = segment();
            if (segment.isEmpty()) {
                // The space belongs to what follows the path, if that may have some.
                text.backTo(before);
                return new PathQuery(isRelative, segments);
            }
            segments.add(segment.get());
        }
    }

    private Optional<PathQuery.Segment> segment() {
        if (text.take("..")) {
            List<Selector> selectors = text.peek() == '[' ? bracketed() : List.of(shorthand());
            return Optional.of(new PathQuery.Segment(true, selectors));
        }
        if (text.take(".")) {
            return Optional.of(new PathQuery.Segment(false, List.of(shorthand())));
        }
        return text.peek() == '[' ? Optional.of(new PathQuery.Segment(false, bracketed())) : Optional.empty();
    }

    private Selector shorthand() {
        if (text.take("*")) {
            return new Selector.Wildcard();
        }
        String name = text.name();
        if (name == null) {
            throw text.wrong("a name or * is expected");
        }
        return new Selector.Name(name);
    }

    private List<Selector> bracketed() {
        text.require("[");
        List<Selector> selectors = new ArrayList<>();
        do {
            text.space();
            selectors.add(selector());
            text.space();
        } while (text.take(","));
        text.require("]");
        return selectors;
    }

    private Selector selector() {
        String name = text.string();
        if (name != null) {
            return new Selector.Name(name);
        }
        if (text.take("*")) {
            return new Selector.Wildcard();
        }
        if (text.take("?")) {
            text.space();
            return new Selector.Filter(nested());
        }
        return elements();
    }

    private Condition nested() {
        deeper();
        Condition condition = new FilterReader(text, this).condition();
        level--;
        return condition;
    }

    /** One level of parentheses or filters more. */
    void deeper() {
        if (++level > LEVELS_MAX) {
            throw text.wrong("it is nested too deeply: levelsMax=" + LEVELS_MAX);
        }
    }

    /** One level less. */
    void shallower() {
        level--;
    }

    private Selector elements() {
        Long start = text.integer();
        int before = text.place();
        text.space();
        if (!text.take(":")) {
            text.backTo(before);
            if (start == null) {
                throw text.wrong("a selector is expected: a name in quotes, an index, a slice, * or ?");
            }
            return new Selector.Index(start);
        }
        text.space();
        Long end = text.integer();
        text.space();
        Long step = null;
        if (text.take(":")) {
            text.space();
            step = text.integer();
        }
        return new Selector.Slice(start, end, Objects.requireNonNullElse(step, 1L));
    }
}
