package org.thetisdb.fuzz.generate;

import static org.thetisdb.fuzz.query.Piece.phrase;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.thetisdb.fuzz.generate.Vocabulary.Key;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferenceRelationship;

/**
 * Makes patterns along trails of the graph, so that most of them match. One thread.
 *
 * <p>The idea is GDsmith's: a pattern that is made of names alone hardly ever matches twice in a row, and a query that
 * finds nothing compares nothing. Here a trail is made first, and each part of the pattern says something true of it;
 * now and then, something that need not be.
 */
final class PatternGenerator {
    /** A graph of more nodes has too many trails, which also the engine may have to follow one by one. */
    private static final int UNBOUNDED_NODES_MAX = 5;

    private final Workshop workshop;
    private final Chance chance;

    PatternGenerator(Workshop workshop) {
        this.workshop = workshop;
        this.chance = workshop.chance;
    }

    /**
     * A path of a pattern.
     *
     * @param piece its text
     * @param names what it newly binds
     * @param fanOut about how many matches each row has
     */
    record Part(Piece piece, List<Scope.Name> names, double fanOut) {}

    /** A path of up to that many hops; what it binds is named if it may be. */
    Part part(Scope scope, int hopsMost, boolean named) {
        return part(scope, hopsMost, named, new HashSet<>());
    }

    /** As the other method, beside paths that have taken relationships already: none is taken twice. */
    Part part(Scope scope, int hopsMost, boolean named, Set<ReferenceRelationship> taken) {
        Walk walk = new Walk(scope, named, taken);
        List<Piece> pieces = new ArrayList<>();
        int hops = hopsMost == 0 || chance.percent(15) ? 0 : chance.between(1, hopsMost);
        pieces.add(walk.start(hops > 0));
        for (int hop = 0; hop < hops && (walk.canGoOn() || chance.percent(6)); hop++) {
            walk.hop(pieces);
        }
        if (named && hops > 0 && chance.percent(15)) {
            Scope.Name path = new Scope.Name(workshop.name("p"), Sort.PATH);
            walk.names.add(path);
            pieces.addFirst(new Piece.Token(path.text() + " = "));
        }
        return new Part(new Piece.Phrase(Sort.PART, pieces), walk.names, walk.fanOut);
    }

    /** A label expression after the colon that may be true of anything. */
    String labelExpression(Sort entity) {
        List<String> names = entity == Sort.NODE ? Vocabulary.LABELS : Vocabulary.TYPES;
        String name = chance.percent(4) ? Vocabulary.NO_LABEL : chance.of(names);
        return switch (chance.below(10)) {
            case 0 -> "!" + name;
            case 1 -> name + "|" + chance.of(names);
            case 2 -> entity == Sort.NODE ? name + "&" + chance.of(names) : name;
            case 3 -> "(" + name + "|!" + chance.of(names) + ")";
            case 4 -> "%";
            default -> name;
        };
    }

    /** One trail through the graph, and the pattern along it. */
    private final class Walk {
        private final boolean named;
        private final Set<ReferenceRelationship> taken;
        private final List<Scope.Name> names = new ArrayList<>();
        private Scope scope;
        private Optional<ReferenceNode> at = Optional.empty();
        private double fanOut = 1;

        Walk(Scope scope, boolean named, Set<ReferenceRelationship> taken) {
            this.taken = taken;
            this.scope = scope;
            this.named = named;
        }

        private Piece start(boolean hopsFollow) {
            List<Scope.Name> nodes = scope.of(Sort.NODE);
            if (!nodes.isEmpty() && (chance.percent(75) || fanOut * workshop.nodeCount() > 100)) {
                Scope.Name name = chance.of(nodes);
                at = name.witness().map(ReferenceNode.class::cast);
                return node(name.text(), at, chance.percent(15));
            }
            if (!workshop.isEmpty()) {
                at = Optional.of(workshop.anyNode());
                for (int again = 0; again < 4 && hopsFollow && !canGoOn(); again++) {
                    at = Optional.of(workshop.anyNode());
                }
            }
            fanOut *= Math.max(1, workshop.nodeCount());
            return newNode();
        }

        /** Whether the graph has a relationship here that was not taken. */
        private boolean canGoOn() {
            return at.isPresent()
                    && workshop.relationshipsOf(at.get()).stream().anyMatch(each -> !taken.contains(each));
        }

        private Piece newNode() {
            String text = "";
            if (named && chance.percent(85)) {
                Scope.Name name = new Scope.Name(workshop.name("n"), Sort.NODE, at.map(node -> node));
                add(name);
                text = name.text();
            }
            return node(text, at, chance.percent(55));
        }

        private void add(Scope.Name name) {
            names.add(name);
            scope = scope.with(name);
        }

        private Piece node(String name, Optional<ReferenceNode> witness, boolean described) {
            if (!described) {
                return phrase(Sort.NODE_PATTERN, "(" + name + ")");
            }
            Piece labels = Piece.optional(phrase(Sort.LABELS, ":" + labels(witness)));
            Piece properties = chance.percent(15) ? properties(witness.orElse(null), Sort.NODE) : Piece.nothing();
            return phrase(Sort.NODE_PATTERN, "(" + name, labels, properties, ")");
        }

        private String labels(Optional<ReferenceNode> witness) {
            NavigableSet<String> known = witness.map(ReferenceNode::labels).orElseGet(TreeSet::new);
            if (known.isEmpty() && chance.percent(80)) {
                return "!" + Vocabulary.NO_LABEL;
            }
            if (known.isEmpty() || chance.percent(5)) {
                return labelExpression(Sort.NODE);
            }
            String label = chance.of(List.copyOf(known));
            return switch (chance.below(8)) {
                case 0 -> label + "|" + chance.of(Vocabulary.LABELS);
                case 1 -> label + ":" + chance.of(List.copyOf(known));
                default -> label;
            };
        }

        private Piece properties(@Nullable Object witness, Sort sort) {
            Scope.Name known = new Scope.Name("", sort, Optional.ofNullable(witness));
            List<Key> keys = workshop.keys(sort).stream()
                    .filter(key -> Workshop.witnessed(known, key.name()) != null)
                    .toList();
            if (keys.isEmpty()) {
                return Piece.nothing();
            }
            Key key = chance.of(keys);
            Piece value = phrase(key.sort(), new Piece.Constant(Workshop.witnessed(known, key.name())));
            return Piece.optional(phrase(Sort.ITEM, " {" + key.name() + ": ", value, "}"));
        }

        private void hop(List<Piece> pieces) {
            List<ReferenceRelationship> choices =
                    at.map(workshop::relationshipsOf).orElse(List.of());
            if (choices.isEmpty()) {
                at = Optional.empty();
                pieces.add(anyHop(Optional.empty(), chance.below(3)));
                pieces.add(newNode());
                fanOut *= 2;
                return;
            }
            if (chance.percent(14)) {
                pieces.add(variableHop(choices));
                pieces.add(end());
                return;
            }
            ReferenceRelationship next = chance.of(choices);
            taken.add(next);
            boolean forward = next.start() == at.orElseThrow();
            int direction = chance.percent(30) ? 2 : forward ? 0 : 1;
            fanOut *= Math.max(1.0, choices.size() / (direction == 2 ? 1.0 : 2.0));
            pieces.add(anyHop(Optional.of(next), direction));
            at = Optional.of(forward ? next.end() : next.start());
            pieces.add(end());
        }

        /**
         * A node that has a name already, if the trail has come back to one; now and then any such, such as that from
         * which the last hop went.
         */
        private Piece end() {
            List<Scope.Name> nodes = scope.of(Sort.NODE);
            if (!nodes.isEmpty() && chance.percent(3)) {
                return node(chance.of(nodes).text(), Optional.empty(), false);
            }
            List<Scope.Name> same = scope.where(name ->
                    name.sort() == Sort.NODE && at.isPresent() && name.witness().equals(at.map(node -> node)));
            return !same.isEmpty() && chance.percent(70)
                    ? node(chance.of(same).text(), at, chance.percent(10))
                    : newNode();
        }

        private Piece anyHop(Optional<ReferenceRelationship> witness, int direction) {
            String name = "";
            if (named && chance.percent(50)) {
                Scope.Name made = new Scope.Name(workshop.name("r"), Sort.RELATIONSHIP, witness.map(each -> each));
                add(made);
                name = made.text();
            }
            Piece types =
                    chance.percent(55) ? Piece.optional(phrase(Sort.LABELS, ":" + types(witness))) : Piece.nothing();
            Piece properties =
                    chance.percent(6) ? properties(witness.orElse(null), Sort.RELATIONSHIP) : Piece.nothing();
            return hop(direction, name, types, properties);
        }

        private String types(Optional<ReferenceRelationship> witness) {
            String type = chance.percent(3)
                    ? chance.of(Vocabulary.NO_TYPE, chance.of(Vocabulary.TYPES))
                    : witness.map(ReferenceRelationship::type).orElse(Vocabulary.TYPES.getFirst());
            return chance.percent(25) ? type + "|" + chance.of(Vocabulary.TYPES) : type;
        }

        private Piece variableHop(List<ReferenceRelationship> choices) {
            int most = fanOut > 60 || workshop.nodeCount() > 100 ? 2 : 3;
            String length = chance.of("*1..2", "*..2", "*0..1", "*0..2", "*1.." + most);
            if (chance.percent(15)) {
                boolean isSmall = workshop.nodeCount() <= UNBOUNDED_NODES_MAX;
                length = chance.of("*2", "*0", "*1", isSmall ? "*3" : "*1", isSmall ? "*" : "*1..2");
            }
            ReferenceRelationship next = chance.of(choices);
            taken.add(next);
            String name = "";
            if (named && chance.percent(35)) {
                Scope.Name made = new Scope.Name(workshop.name("r"), Sort.RELATIONSHIP_LIST);
                add(made);
                name = made.text();
            }
            boolean forward = next.start() == at.orElseThrow();
            int direction = chance.percent(30) ? 2 : forward ? 0 : 1;
            Piece types = chance.percent(40) ? Piece.optional(phrase(Sort.LABELS, ":" + next.type())) : Piece.nothing();
            fanOut *= Math.pow(Math.max(2, choices.size() / 1.5), 2);
            at = Optional.of(forward ? next.end() : next.start());
            return hop(direction, name, types, new Piece.Token(length));
        }

        private Piece hop(int direction, String name, Piece types, Piece rest) {
            String left = direction == 1 ? "<-[" : "-[";
            String right = direction == 0 ? "]->" : "]-";
            return phrase(Sort.HOP, left + name, types, rest, right);
        }
    }
}
