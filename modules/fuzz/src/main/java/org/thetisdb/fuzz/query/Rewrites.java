package org.thetisdb.fuzz.query;

import static org.thetisdb.fuzz.query.Piece.phrase;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Changes to queries that keep their meaning, as GRev and SQLancer make them: the same pattern from its other end, in
 * other pieces or in another order; the same condition in other words; an OPTIONAL MATCH of nothing in front. Which of
 * them are made follows from the query's text alone. Stateless.
 */
public final class Rewrites {
    private static final Pattern NAMED_NODE = Pattern.compile("\\((\\w+)[^\\w(].*", Pattern.DOTALL);

    private static final Pattern LOOKS_AT_MANY_ROWS = Pattern.compile(
            "\\b(count|sum|avg|min|max|collect|stDev|stDevP|percentileDisc)\\(|\\b(DISTINCT|LIMIT|SKIP|ORDER|CALL)\\b");

    private Rewrites() {}

    /** Another query with the same meaning. */
    public static FuzzQuery of(FuzzQuery query) {
        SplittableRandom random = new SplittableRandom(query.text().hashCode());
        Piece root = rewritten(query.root(), random);
        if (random.nextInt(3) == 0 && !hasUnion(root)) {
            root = phrase(Sort.QUERY, "OPTIONAL MATCH (nobody:Nobody)-[:NEVER]->({k: 1})\n", root);
        }
        return query.withRoot(root);
    }

    private static boolean hasUnion(Piece root) {
        return root.children().stream().anyMatch(part -> part.text().contains("UNION"));
    }

    private static Piece rewritten(Piece piece, SplittableRandom random) {
        List<Piece> children = new ArrayList<>();
        piece.children().forEach(child -> children.add(rewritten(child, random)));
        Piece same = piece.withChildren(children);
        return switch (same) {
            case Piece.Series series when isPattern(series) -> otherPattern(series, random);
            case Piece.Phrase condition when condition.sort() == Sort.CONDITION -> otherWords(condition, random);
            default -> same;
        };
    }

    private static boolean isPattern(Piece.Series series) {
        return !series.elements().isEmpty()
                && series.elements().getFirst() instanceof Piece.Phrase first
                && first.sort() == Sort.PART;
    }

    private static Piece otherPattern(Piece.Series pattern, SplittableRandom random) {
        List<Piece> parts = new ArrayList<>();
        for (Piece element : pattern.elements()) {
            Piece.Phrase part = (Piece.Phrase) element;
            boolean isPath = part.parts().getFirst() instanceof Piece.Token;
            if (!isPath && random.nextBoolean()) {
                part = reversed(part);
            }
            if (!isPath && random.nextBoolean()) {
                parts.addAll(split(part));
            } else {
                parts.add(part);
            }
        }
        Collections.rotate(parts, random.nextInt(parts.size()));
        return new Piece.Series("", ", ", "", parts, 1);
    }

    /** From its other end; not if it has a list of relationships, which would come in another order. */
    private static Piece.Phrase reversed(Piece.Phrase part) {
        List<Piece> turned = new ArrayList<>();
        for (Piece piece : part.parts().reversed()) {
            if (piece instanceof Piece.Phrase hop && hop.sort() == Sort.HOP) {
                String text = hop.text();
                if (text.contains("*") && !text.matches("<?-\\[[:*].*")) {
                    return part;
                }
                List<Piece> words = new ArrayList<>(hop.parts());
                boolean backward = text.startsWith("<");
                boolean forward = text.endsWith(">");
                String open = words.getFirst().text();
                words.set(0, new Piece.Token((forward ? "<" : "") + (backward ? open.substring(1) : open)));
                words.set(words.size() - 1, new Piece.Token(backward ? "]->" : "]-"));
                turned.add(hop.withChildren(words));
            } else {
                turned.add(piece);
            }
        }
        return part.withChildren(turned);
    }

    /** In two, at a node that has a name. */
    private static List<Piece> split(Piece.Phrase part) {
        List<Piece> pieces = part.parts();
        for (int index = 2; index < pieces.size() - 2; index++) {
            Matcher node = NAMED_NODE.matcher(pieces.get(index).text());
            if (node.matches()) {
                List<Piece> rest = new ArrayList<>(pieces.subList(index, pieces.size()));
                rest.set(0, phrase(Sort.NODE_PATTERN, "(" + node.group(1) + ")"));
                return List.of(part.withChildren(pieces.subList(0, index + 1)), part.withChildren(rest));
            }
        }
        return List.of(part);
    }

    private static Piece otherWords(Piece.Phrase condition, SplittableRandom random) {
        Piece value = condition.parts().getLast();
        String where = condition.parts().getFirst().text();
        return switch (random.nextInt(4)) {
            case 0 -> phrase(Sort.CONDITION, where + "NOT (NOT (", value, "))");
            case 1 -> phrase(Sort.CONDITION, where + "(", value, ") AND (1 = 1)");
            case 2 -> phrase(Sort.CONDITION, where + "CASE WHEN ", value, " THEN true ELSE false END");
            default -> condition;
        };
    }

    /**
     * What a partition is made of.
     *
     * @param whole the query without one of its conditions
     * @param rejected with its opposite
     * @param unknown where it is null
     */
    public record Partition(FuzzQuery whole, FuzzQuery rejected, FuzzQuery unknown) {}

    /**
     * The first condition of a clause that is not optional, partitioned as ternary logic has it; empty if there is none
     * or what follows it reads more than a row at a time.
     */
    public static Optional<Partition> partition(FuzzQuery query) {
        if (LOOKS_AT_MANY_ROWS.matcher(query.text()).find() || hasUnion(query.root())) {
            return Optional.empty();
        }
        List<Piece> parts = query.root().children();
        if (parts.isEmpty() || !(parts.getFirst() instanceof Piece.Series clauses)) {
            return Optional.empty();
        }
        for (int index = 0; index < clauses.elements().size(); index++) {
            Piece clause = clauses.elements().get(index);
            String text = clause.text();
            boolean possible = text.startsWith("MATCH") || text.startsWith("WITH");
            Optional<Piece.Phrase> condition = possible ? conditionOf(clause) : Optional.empty();
            if (condition.isPresent()) {
                Piece.Phrase found = condition.get();
                Piece value = found.parts().getLast();
                return Optional.of(new Partition(
                        replaced(query, found, Piece.nothing()),
                        replaced(query, found, phrase(Sort.CONDITION, " WHERE NOT (", value, ")")),
                        replaced(query, found, phrase(Sort.CONDITION, " WHERE (", value, ") IS NULL"))));
            }
        }
        return Optional.empty();
    }

    /** The one of the clause itself, not of one of its subqueries. */
    private static Optional<Piece.Phrase> conditionOf(Piece clause) {
        for (Piece part : clause.children()) {
            if (part instanceof Piece.Phrase phrase && phrase.sort() == Sort.CONDITION) {
                return Optional.of(phrase);
            }
            boolean inside = part instanceof Piece.Phrase phrase
                            && !phrase.sort().isValue()
                    || part instanceof Piece.Series series && series.elements().size() == 1;
            Optional<Piece.Phrase> found = inside && !isCall(part) ? conditionOf(part) : Optional.empty();
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static boolean isCall(Piece part) {
        return part instanceof Piece.Phrase phrase && (phrase.sort() == Sort.PART || phrase.sort() == Sort.ITEM);
    }

    private static FuzzQuery replaced(FuzzQuery query, Piece.Phrase wanted, Piece instead) {
        return query.withRoot(replaced(query.root(), wanted, instead));
    }

    /** By identity: an equal condition may occur elsewhere. */
    @SuppressWarnings("ReferenceEquality")
    private static Piece replaced(Piece piece, Piece.Phrase wanted, Piece instead) {
        if (piece == wanted) {
            return instead;
        }
        List<Piece> children = new ArrayList<>();
        piece.children().forEach(child -> children.add(replaced(child, wanted, instead)));
        return piece.withChildren(children);
    }
}
