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
                });
            }
        }
        if (found.size() > 1) {
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

    /** Whether it is a column of this query, not of one outside. */
    boolean isOwn(RelationColumn column) {
        return relations.stream()
                .anyMatch(relation ->
                        relation.columns().contains(column) || relation.hidden().contains(column));
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
