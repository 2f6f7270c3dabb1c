package org.thetisdb.fuzz.query;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a query, down to its words. */
public sealed interface Piece {
    /** Adds the text. */
    void append(StringBuilder text);

    /** The text of a whole tree. */
    default String text() {
        StringBuilder text = new StringBuilder();
        append(text);
        return text.toString();
    }

    /** The pieces that it is made of, in order. */
    default List<Piece> children() {
        return List.of();
    }

    /** The same with other children, as many as {@link #children} for all but a series. */
    default Piece withChildren(List<Piece> children) {
        return this;
    }

    /** Words that stay as they are. */
    record Token(String text) implements Piece {
        @Override
        public void append(StringBuilder into) {
            into.append(text);
        }
    }

    /** A value, written as a literal. */
    record Constant(@Nullable Object value) implements Piece {
        @Override
        public void append(StringBuilder into) {
            Literals.append(into, value);
        }
    }

    /** Pieces one after another, which are together of a sort. */
    record Phrase(Sort sort, List<Piece> parts) implements Piece {
        public Phrase {
            parts = List.copyOf(parts);
        }

        @Override
        public void append(StringBuilder into) {
            parts.forEach(part -> part.append(into));
        }

        @Override
        public List<Piece> children() {
            return parts;
        }

        @Override
        public Phrase withChildren(List<Piece> children) {
            return new Phrase(sort, children);
        }
    }

    /**
     * Elements of which some can be left out. Without any it has no text at all.
     *
     * @param open precedes the first
     * @param separator between two
     * @param close follows the last
     * @param least how many must stay
     */
    record Series(String open, String separator, String close, List<Piece> elements, int least) implements Piece {
        public Series {
            elements = List.copyOf(elements);
        }

        @Override
        public void append(StringBuilder into) {
            if (elements.isEmpty()) {
                return;
            }
            into.append(open);
            for (int index = 0; index < elements.size(); index++) {
                into.append(index == 0 ? "" : separator);
                elements.get(index).append(into);
            }
            into.append(close);
        }

        @Override
        public List<Piece> children() {
            return elements;
        }

        @Override
        public Series withChildren(List<Piece> children) {
            return new Series(open, separator, close, children, least);
        }
    }

    /** A phrase of pieces and, for short, strings, which become tokens. */
    static Phrase phrase(Sort sort, Object... parts) {
        List<Piece> pieces = new ArrayList<>(parts.length);
        for (Object part : parts) {
            pieces.add(part instanceof Piece piece ? piece : new Token((String) part));
        }
        return new Phrase(sort, pieces);
    }

    /** A piece that may be left out. */
    static Series optional(Piece piece) {
        return new Series("", "", "", List.of(piece), 0);
    }

    /** No text. */
    static Series nothing() {
        return new Series("", "", "", List.of(), 0);
    }

    /** Elements between commas, of which at least one stays. */
    static Series list(List<? extends Piece> elements) {
        return new Series("", ", ", "", List.copyOf(elements), 1);
    }
}
