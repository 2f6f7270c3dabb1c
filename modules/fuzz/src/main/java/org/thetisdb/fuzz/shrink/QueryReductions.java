package org.thetisdb.fuzz.shrink;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;

/** All trees that are one step smaller than a tree. Stateless. */
final class QueryReductions {
    private QueryReductions() {}

    /** Candidates with shorter texts, shortest first, each text once. */
    static List<Piece> of(Piece root) {
        int length = root.text().length();
        List<Piece> all = new ArrayList<>();
        reductions(root, all::add);
        List<String> texts = new ArrayList<>();
        List<Piece> kept = new ArrayList<>();
        all.sort(Comparator.comparingInt(piece -> piece.text().length()));
        for (Piece piece : all) {
            String text = piece.text();
            if (text.length() < length && (texts.isEmpty() || !texts.getLast().equals(text))) {
                texts.add(text);
                kept.add(piece);
            }
        }
        return kept;
    }

    private static void reductions(Piece piece, Consumer<Piece> into) {
        switch (piece) {
            case Piece.Series series -> withoutElements(series, into);
            case Piece.Phrase phrase -> standIns(phrase, into);
            case Piece.Token token -> {}
            case Piece.Constant constant -> smaller(constant, into);
        }
        List<Piece> children = piece.children();
        for (int index = 0; index < children.size(); index++) {
            int at = index;
            reductions(children.get(index), child -> {
                List<Piece> changed = new ArrayList<>(children);
                changed.set(at, child);
                into.accept(piece.withChildren(changed));
            });
        }
    }

    private static void withoutElements(Piece.Series series, Consumer<Piece> into) {
        List<Piece> elements = series.elements();
        if (series.least() == 0 && elements.size() > 1) {
            into.accept(series.withChildren(List.of()));
        }
        for (int index = 0; index < elements.size() && elements.size() > series.least(); index++) {
            List<Piece> rest = new ArrayList<>(elements);
            rest.remove(index);
            into.accept(series.withChildren(rest));
        }
    }

    private static void standIns(Piece.Phrase phrase, Consumer<Piece> into) {
        if (phrase.sort() == Sort.PART) {
            shorterPaths(phrase, into);
        }
        if (phrase.sort() == Sort.QUERY || phrase.sort().isValue()) {
            phrase.children().forEach(child -> sameSort(child, phrase.sort(), into));
        }
        simplest(phrase.sort()).forEach(value -> into.accept(new Piece.Constant(value)));
    }

    private static void sameSort(Piece piece, Sort sort, Consumer<Piece> into) {
        if (piece instanceof Piece.Phrase phrase && phrase.sort() == sort) {
            into.accept(phrase);
        }
        piece.children().forEach(child -> sameSort(child, sort, into));
    }

    /** Without the first or the last hop; a name of the path precedes it. */
    private static void shorterPaths(Piece.Phrase path, Consumer<Piece> into) {
        List<Piece> parts = path.parts();
        if (parts.size() >= 3) {
            into.accept(path.withChildren(parts.subList(0, parts.size() - 2)));
            List<Piece> rest = new ArrayList<>(parts);
            int first = parts.getFirst() instanceof Piece.Token ? 1 : 0;
            if (parts.size() >= first + 3) {
                rest.subList(first, first + 2).clear();
                into.accept(path.withChildren(rest));
            }
        }
        if (parts.getFirst() instanceof Piece.Token) {
            into.accept(path.withChildren(parts.subList(1, parts.size())));
        }
    }

    private static List<Object> simplest(Sort sort) {
        return switch (sort) {
            case BOOLEAN -> List.of(true, false);
            case INTEGER -> List.of(0L, 1L);
            case FLOAT -> List.of(0.5);
            case STRING -> List.of("", "a");
            case INTEGER_LIST -> List.of(List.of(), List.of(1L));
            case STRING_LIST -> List.of(List.of(), List.of("a"));
            case ANY -> List.of(1L, "a");
            default -> List.of();
        };
    }

    private static void smaller(Piece.Constant constant, Consumer<Piece> into) {
        if (constant.value() instanceof Long number && number != 0 && number != 1) {
            into.accept(new Piece.Constant(number > 9 || number < 0 ? 1L : 0L));
        }
        if (constant.value() instanceof String text && text.length() > 1) {
            into.accept(new Piece.Constant(text.substring(0, text.length() / 2)));
        }
    }
}
