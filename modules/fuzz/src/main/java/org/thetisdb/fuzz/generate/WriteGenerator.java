package org.thetisdb.fuzz.generate;

import static org.thetisdb.fuzz.query.Piece.phrase;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.fuzz.generate.Vocabulary.Key;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;

/**
 * Makes clauses that write, so that it does not matter in which order the rows come: what one row writes is computed
 * from constants, from values, or from the very entity that it is written to, and never from what another row may have
 * changed. One thread.
 */
final class WriteGenerator {
    private final Workshop workshop;
    private final Chance chance;

    WriteGenerator(Workshop workshop) {
        this.workshop = workshop;
        this.chance = workshop.chance;
    }

    /** A clause and what may be used after it. */
    ClauseGenerator.Made clause(Scope scope) {
        workshop.projections.doubtIdentities();
        List<Scope.Name> entities = scope.entities();
        int choice = chance.below(entities.isEmpty() ? 40 : 100);
        if (choice < 22) {
            return create(scope);
        }
        if (choice < 36) {
            return merge(scope);
        }
        if (choice < 40) {
            return foreach(scope);
        }
        if (choice < 66) {
            return new ClauseGenerator.Made(set(chance.of(entities)), scope);
        }
        if (choice < 76) {
            return new ClauseGenerator.Made(remove(chance.of(entities)), scope);
        }
        return choice < 86 ? mergeRelationship(scope).orElseGet(() -> create(scope)) : delete(scope);
    }

    private Scope valuesOf(Scope scope) {
        return new Scope(scope.where(name -> name.sort().isScalar()));
    }

    private Key key() {
        return chance.of(Vocabulary.KEYS);
    }

    /** A value that no write of this clause changes. */
    private Piece value(Sort sort, Scope scope) {
        return workshop.clauses.plainly(() -> workshop.expressions.of(sort, scope, 2));
    }

    private Piece properties(Scope scope) {
        List<Piece> entries = new ArrayList<>();
        List<String> used = new ArrayList<>();
        for (int count = chance.below(3); count > 0; count--) {
            Key key = key();
            if (!used.contains(key.name())) {
                used.add(key.name());
                entries.add(phrase(Sort.ITEM, key.name() + ": ", value(key.sort(), valuesOf(scope))));
            }
        }
        return new Piece.Series(" {", ", ", "}", entries, 0);
    }

    private ClauseGenerator.Made create(Scope scope) {
        List<Scope.Name> nodes = scope.of(Sort.NODE);
        Scope.Name made = new Scope.Name(workshop.name("n"), Sort.NODE);
        Piece node = phrase(Sort.NODE_PATTERN, "(" + made.text() + labels(), properties(scope), ")");
        if (nodes.isEmpty() || chance.percent(35)) {
            return new ClauseGenerator.Made(phrase(Sort.CLAUSE, "CREATE ", node), scope.with(made));
        }
        Scope.Name relationship = new Scope.Name(workshop.name("r"), Sort.RELATIONSHIP);
        Piece hop = phrase(
                Sort.HOP, "-[" + relationship.text() + ":" + chance.of(Vocabulary.TYPES), properties(scope), "]->");
        Piece start = new Piece.Token("(" + chance.of(nodes).text() + ")");
        boolean between = chance.percent(40);
        Piece end = between ? new Piece.Token("(" + chance.of(nodes).text() + ")") : node;
        Piece path = chance.percent(30) && !between
                ? phrase(Sort.PROJECTION, end, hop, start)
                : phrase(Sort.PROJECTION, start, hop, end);
        Scope after = between ? scope.with(relationship) : scope.with(List.of(made, relationship));
        return new ClauseGenerator.Made(phrase(Sort.CLAUSE, "CREATE ", path), after);
    }

    private String labels() {
        return switch (chance.below(4)) {
            case 0 -> "";
            case 1 -> ":" + chance.of(Vocabulary.LABELS) + ":" + chance.of(Vocabulary.LABELS);
            default -> ":" + chance.of(Vocabulary.LABELS);
        };
    }

    private ClauseGenerator.Made merge(Scope scope) {
        Scope.Name made = new Scope.Name(workshop.name("n"), Sort.NODE);
        Sort sort = chance.of(Sort.INTEGER, Sort.STRING, Sort.DATE);
        String key = chance.percent(30)
                ? Vocabulary.IDENTITY
                : chance.of(Vocabulary.keysOf(sort)).name();
        Piece wanted = key.equals(Vocabulary.IDENTITY)
                ? phrase(Sort.INTEGER, new Piece.Constant((long) chance.below(workshop.nodeCount() + 3)))
                : value(sort, valuesOf(scope));
        Piece node = phrase(Sort.NODE_PATTERN, "(" + made.text() + labels() + " {" + key + ": ", wanted, "})");
        return new ClauseGenerator.Made(
                phrase(Sort.CLAUSE, "MERGE ", node, onCreate(made, key), onMatch(made, key)), scope.with(made));
    }

    private Piece onCreate(Scope.Name made, String merged) {
        return chance.percent(40)
                ? Piece.optional(phrase(Sort.ITEM, " ON CREATE ", set(made, merged)))
                : Piece.nothing();
    }

    private Piece onMatch(Scope.Name made, String merged) {
        return chance.percent(40)
                ? Piece.optional(phrase(Sort.ITEM, " ON MATCH ", set(made, merged)))
                : Piece.nothing();
    }

    /** To a constant. Not the key that MERGE looks for: it would depend on their order what the next rows find. */
    private Piece set(Scope.Name entity, String merged) {
        Key key = chance.of(Vocabulary.KEYS.stream()
                .filter(each -> !each.name().equals(merged))
                .toList());
        return phrase(Sort.ITEM, "SET " + entity.text() + "." + key.name() + " = ", value(key.sort(), Scope.EMPTY));
    }

    private Optional<ClauseGenerator.Made> mergeRelationship(Scope scope) {
        List<Scope.Name> nodes = scope.of(Sort.NODE);
        if (nodes.isEmpty()) {
            return Optional.empty();
        }
        Scope.Name made = new Scope.Name(workshop.name("r"), Sort.RELATIONSHIP);
        // Without a direction, the first of two rows would decide the direction of a relationship that both mean.
        return Optional.of(new ClauseGenerator.Made(
                phrase(
                        Sort.CLAUSE,
                        "MERGE (" + chance.of(nodes).text() + ")-[" + made.text() + ":" + chance.of(Vocabulary.TYPES),
                        "]->(" + chance.of(nodes).text() + ")",
                        onCreate(made, ""),
                        onMatch(made, "")),
                scope.with(made)));
    }

    private Piece set(Scope.Name entity) {
        Key key = key();
        Scope own = new Scope(List.of(entity));
        String name = entity.text();
        return switch (chance.below(entity.sort() == Sort.NODE ? 5 : 4)) {
            case 0, 1 -> phrase(Sort.CLAUSE, "SET " + name + "." + key.name() + " = ", value(key.sort(), own));
            case 2 -> phrase(Sort.CLAUSE, "SET " + name + " += {" + key.name() + ": ", value(key.sort(), own), "}");
            case 3 -> {
                Piece again = chance.percent(50) ? properties(Scope.EMPTY) : Piece.nothing();
                yield again.children().isEmpty()
                        ? phrase(Sort.CLAUSE, "SET " + name + "." + key.name() + " = null")
                        : phrase(Sort.CLAUSE, "SET " + name + " =", again);
            }
            default -> phrase(Sort.CLAUSE, "SET " + name + ":" + chance.of(Vocabulary.LABELS));
        };
    }

    private Piece remove(Scope.Name entity) {
        return entity.sort() == Sort.NODE && chance.percent(40)
                ? phrase(Sort.CLAUSE, "REMOVE " + entity.text() + ":" + chance.of(Vocabulary.LABELS))
                : phrase(Sort.CLAUSE, "REMOVE " + entity.text() + "." + key().name());
    }

    /** After it, nothing is in scope that may have been deleted. */
    private ClauseGenerator.Made delete(Scope scope) {
        Scope.Name victim = chance.of(scope.entities());
        String word = victim.sort() == Sort.NODE || chance.percent(20) ? "DETACH DELETE " : "DELETE ";
        Scope after = valuesOf(scope);
        return new ClauseGenerator.Made(phrase(Sort.CLAUSE, word + victim.text()), after);
    }

    private ClauseGenerator.Made foreach(Scope scope) {
        Scope.Name element = new Scope.Name(workshop.name("e"), Sort.INTEGER);
        Piece list = value(Sort.INTEGER_LIST, valuesOf(scope));
        Scope inside = valuesOf(scope).with(element);
        Piece node = phrase(Sort.NODE_PATTERN, "(" + labels(), properties(inside), ")");
        return new ClauseGenerator.Made(
                phrase(Sort.CLAUSE, "FOREACH (" + element.text() + " IN ", list, " | CREATE ", node, ")"), scope);
    }
}
