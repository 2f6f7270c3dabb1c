package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.sf.jsqlparser.schema.Column;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.type.PgType;

/** Which names mean what, in a query and those round it. */
final class Scope {
    private final Translation translation;
    private final Optional<Scope> outer;
    private final List<Relation> relations = new ArrayList<>();
    private final List<Merged> merged = new ArrayList<>();

    /** Relations that were asked for, since somebody has begun to look. */
    private Set<String> used = new HashSet<>();

    Scope(Translation translation, Optional<Scope> outer) {
        this.translation = translation;
        this.outer = outer;
    }

    /** That of the query round this one. */
    Optional<Scope> outer() {
        return outer;
    }

    List<Relation> relations() {
        return relations;
    }

    void add(Relation relation, Object node) {
        if (relations.stream().anyMatch(each -> each.alias().equals(relation.alias()))) {
            throw translation.failure(
                    node, SqlState.DUPLICATE_ALIAS, "table name \"" + relation.alias() + "\" specified more than once");
        }
        relations.add(relation);
    }

    /** Forgets what was asked for. */
    void watch() {
        used = new HashSet<>();
    }

    /** The relations of this scope that were asked for since then. */
    Set<String> used() {
        return used;
    }

    Optional<Relation> relation(String alias) {
        return relations.stream().filter(each -> each.alias().equals(alias)).findFirst();
    }

    RelationColumn column(Column column) {
        return find(column).orElseThrow(() -> missing(column));
    }

    private Optional<RelationColumn> find(Column column) {
        String written = column.getColumnName();
        boolean exact = Translation.isQuoted(written);
        String name = Translation.name(written, true);
        String qualifier = column.getTable() == null
                ? ""
                : Translation.name(column.getTable().getName(), true);
        List<RelationColumn> found = new ArrayList<>();
        for (Relation relation : relations) {
            if (qualifier.isEmpty() || relation.alias().equals(qualifier)) {
                Optional<RelationColumn> one = relation.find(name, exact);
                if (one.isEmpty() && relation.isOpen() && (!qualifier.isEmpty() || relations.size() == 1)) {
                    one = Optional.of(new RelationColumn(name, () -> "null", PgType.UNKNOWN, 0, 0));
                }
                one.ifPresent(each -> {
                    found.add(each);
                    used.add(relation.alias());
                    // Of a query, several columns may have one name.
                    relation.columns().stream()
                            .filter(other -> other.name().equals(each.name()) && !other.equals(each))
                            .forEach(found::add);
                });
            }
        }
        if (found.size() > 1) {
            Optional<Merged> one = merged.stream()
                    .filter(each -> each.sides().containsAll(found))
                    .findFirst();
            if (one.isPresent()) {
                return Optional.of(one.get().column());
            }
            throw translation.failure(
                    column, SqlState.AMBIGUOUS_COLUMN, "column reference \"" + name + "\" is ambiguous");
        }
        if (found.isEmpty()) {
            Optional<RelationColumn> beyond = outer.flatMap(scope -> scope.find(column));
            boolean anyOpen = relations.stream().anyMatch(Relation::isOpen);
            return beyond.isPresent() || !anyOpen || !qualifier.isEmpty()
                    ? beyond
                    : Optional.of(new RelationColumn(name, () -> "null", PgType.UNKNOWN, 0, 0));
        }
        return Optional.of(found.getFirst());
    }

    /** The same, as queries see it that stand behind a grouping: what is no key of it is not there any more. */
    Scope grouped(Grouping grouping) {
        Scope behind = new Scope(translation, outer);
        for (Relation relation : relations) {
            behind.relations.add(new Relation(
                    relation.alias(),
                    relation.columns().stream()
                            .map(column -> grouped(grouping, relation, column))
                            .toList(),
                    relation.isOpen(),
                    relation.hidden().stream()
                            .map(column -> grouped(grouping, relation, column))
                            .toList()));
        }
        return behind;
    }

    private RelationColumn grouped(Grouping grouping, Relation relation, RelationColumn column) {
        return new RelationColumn(
                column.name(),
                () -> {
                    Expr key = grouping.keys().get(column.cypher().get());
                    if (key == null) {
                        throw PostgresFailure.of(
                                SqlState.GROUPING_ERROR,
                                "subquery uses ungrouped column \"" + relation.alias() + "." + column.name()
                                        + "\" from outer query");
                    }
                    return key.cypher();
                },
                column.type(),
                column.table(),
                column.place());
    }

    /** Makes one column of two of the same name, as USING does; without a table in front, that one is meant. */
    void merge(JoinTree.Using using) {
        RelationColumn left = column(using.left());
        RelationColumn right = column(using.right());
        Optional<Merged> known =
                merged.stream().filter(each -> each.sides().contains(left)).findFirst();
        RelationColumn first = known.map(Merged::column).orElse(left);
        RelationColumn column = switch (using.kept()) {
            case LEFT -> first;
            case RIGHT -> right;
            case BOTH ->
                new RelationColumn(
                        left.name(),
                        () -> "coalesce(" + first.cypher().get() + ", "
                                + right.cypher().get() + ")",
                        OperatorTranslator.wider(first.type(), right.type()),
                        0,
                        0);
        };
        List<RelationColumn> sides = new ArrayList<>(known.map(Merged::sides).orElse(List.of(left)));
        sides.add(right);
        known.ifPresent(merged::remove);
        merged.addFirst(new Merged(column, sides));
    }

    /**
     * Columns that are one.
     *
     * @param column what it is
     * @param sides those of the tables
     */
    record Merged(RelationColumn column, List<RelationColumn> sides) {
        Merged {
            sides = List.copyOf(sides);
        }

        boolean isOf(Relation relation) {
            return sides.stream().anyMatch(relation.columns()::contains);
        }
    }

    /** Those that USING has made one, in the order in which {@code *} gives them. */
    List<Merged> merged() {
        return merged;
    }

    /** Whether a table of this query has that column. */
    boolean hasOwn(Column column) {
        String written = column.getColumnName();
        return relations.stream()
                .anyMatch(relation -> relation.find(Translation.name(written, true), Translation.isQuoted(written))
                        .isPresent());
    }

    /** Whether it is a column of this query, not of one outside. */
    boolean isOwn(RelationColumn column) {
        return relations.stream()
                        .anyMatch(relation -> relation.columns().contains(column)
                                || relation.hidden().contains(column))
                || merged.stream().anyMatch(each -> each.column().equals(column));
    }

    /** Whether there is such a column, here or outside. */
    boolean has(Column column) {
        return find(column).isPresent();
    }

    private PostgresFailure missing(Column column) {
        boolean known = column.getTable() == null
                || hasRelation(Translation.name(column.getTable().getName(), true));
        String name = Translation.name(column.getColumnName(), true);
        return known
                ? translation.failure(column, SqlState.UNDEFINED_COLUMN, "column \"" + name + "\" does not exist")
                : translation.failure(
                        column,
                        SqlState.UNDEFINED_TABLE,
                        "missing FROM-clause entry for table \""
                                + column.getTable().getName() + "\"");
    }

    private boolean hasRelation(String alias) {
        return relation(alias).isPresent()
                || outer.map(scope -> scope.hasRelation(alias)).orElse(false);
    }
}
