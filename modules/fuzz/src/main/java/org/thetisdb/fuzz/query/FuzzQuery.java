package org.thetisdb.fuzz.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.value.ThetisException;

/**
 * A query as a tree with the values of its parameters.
 *
 * @param root the whole statement
 * @param parameters values by name; more than the text mentions is no error
 */
public record FuzzQuery(Piece root, Map<String, Object> parameters) {
    public String text() {
        return root.text();
    }

    /** Whether it is valid before any value is known. */
    public boolean binds() {
        try {
            Cypher.bind(text());
            return true;
        } catch (ThetisException e) {
            return false;
        }
    }

    public FuzzQuery withRoot(Piece other) {
        return new FuzzQuery(other, parameters);
    }

    /** Whether some phrase of a piece has a sort of this kind. */
    public static boolean hasSort(Piece piece, Predicate<Sort> wanted) {
        return piece instanceof Piece.Phrase phrase && wanted.test(phrase.sort())
                || piece.children().stream().anyMatch(child -> hasSort(child, wanted));
    }

    /** The same with a parameter instead of each literal. */
    public FuzzQuery withParameters() {
        Map<String, Object> all = new LinkedHashMap<>(parameters);
        return new FuzzQuery(withParameters(root, all), all);
    }

    private static Piece withParameters(Piece piece, Map<String, Object> parameters) {
        if (piece instanceof Piece.Constant constant) {
            String name = "q" + parameters.size();
            parameters.put(name, constant.value());
            return new Piece.Token("$" + name);
        }
        List<Piece> children = new ArrayList<>();
        piece.children().forEach(child -> children.add(withParameters(child, parameters)));
        return piece.withChildren(children);
    }

    /**
     * What the last clause returns, one item for each column. The whole query for each of them if it has several last
     * clauses, or fewer items than columns.
     */
    public List<Piece> items(int columnCount) {
        List<Piece> items =
                root.children().isEmpty() ? List.of() : itemsOf(root.children().getLast());
        return items.size() == columnCount ? items : Collections.nCopies(columnCount, root);
    }

    private static List<Piece> itemsOf(Piece last) {
        if (!(last instanceof Piece.Phrase phrase) || phrase.sort() != Sort.RETURN) {
            return List.of();
        }
        return phrase.parts().stream()
                .flatMap(part -> part.children().stream())
                .filter(part -> part instanceof Piece.Phrase item && item.sort() == Sort.ITEM)
                .toList();
    }

    /**
     * The columns by which the last clause sorts, each by its name: key {@code a.k DESC} is of the column {@code a}.
     * Empty if it does not sort, or there is more than one last clause.
     */
    public List<String> sortedBy() {
        if (!(root instanceof Piece.Phrase query) || query.sort() != Sort.QUERY) {
            return List.of();
        }
        List<Piece> parts = query.parts();
        return parts.getLast() instanceof Piece.Phrase last && last.sort() == Sort.RETURN ? keys(last) : List.of();
    }

    private static List<String> keys(Piece piece) {
        if (piece instanceof Piece.Phrase phrase && phrase.sort() == Sort.ORDER) {
            List<String> names = new ArrayList<>();
            for (Piece key : phrase.parts()) {
                String text = key.text();
                if (!text.startsWith(" ") && !text.startsWith(",")) {
                    names.add(text.replaceFirst("[. ].*", ""));
                }
            }
            return names;
        }
        List<String> names = new ArrayList<>();
        for (Piece child : piece.children()) {
            if (child instanceof Piece.Series
                    || child instanceof Piece.Phrase phrase && !phrase.sort().isValue()) {
                names.addAll(keys(child));
            }
        }
        return names;
    }
}
