package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.LateralSubSelect;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.TableFunction;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.select.WithItem;
import org.jspecify.annotations.Nullable;
import org.thetisdb.CypherText;
import org.thetisdb.postgresql.catalog.CatalogTable;
import org.thetisdb.postgresql.catalog.GraphTable;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.type.PgType;
import org.thetisdb.postgresql.type.ResultColumn;

/** What stands in FROM, one by one: declared in the scope, and told how its rows come. */
final class LeafTranslator {
    private final Translation translation;
    private final Scope scope;

    LeafTranslator(Translation translation, Scope scope) {
        this.translation = translation;
        this.scope = scope;
    }

    /** How rows come. */
    sealed interface Leaf {
        List<String> aliases();

        /** By a pattern. */
        record Graph(GraphLeaf leaf) implements Leaf {
            @Override
            public List<String> aliases() {
                return List.of(leaf.alias());
            }
        }

        /** Out of a list. */
        record Rows(List<String> aliases, String list, String variable) implements Leaf {}

        /** From a query in braces. */
        record Sub(List<String> aliases, boolean lateral, String cypher, SubRow row) implements Leaf {}
    }

    Leaf declare(FromItem item) {
        return switch (item) {
            case Table table -> table(table);
            case LateralSubSelect lateral -> sub(lateral.getSelect(), lateral.getAlias(), lateral, true);
            case ParenthesedSelect sub -> sub(sub.getSelect(), sub.getAlias(), sub, false);
            case Values values when SelectTranslator.hasTail(values) -> sub(values, values.getAlias(), values, false);
            case Values values -> values(values, values.getAlias());
            case ParenthesedFromItem inside
            when inside.getJoins() == null && inside.getFromItem() instanceof Values values ->
                SelectTranslator.hasTail(values)
                        ? sub(values, inside.getAlias(), inside, false)
                        : values(values, inside.getAlias());
            case ParenthesedFromItem inside
            when inside.getJoins() == null
                    && inside.getFromItem() instanceof ParenthesedSelect sub
                    && sub.getAlias() == null -> sub(sub, inside.getAlias(), inside, false);
            case TableFunction function -> function(function);
            default -> throw translation.unsupported(item, "this in FROM");
        };
    }

    private static Optional<String> aliasOf(@Nullable Alias alias) {
        return alias == null || alias.getName() == null || alias.getName().isBlank()
                ? Optional.empty()
                : Optional.of(Translation.name(alias.getName(), true));
    }

    private Leaf table(Table table) {
        String written = table.getName();
        String name = Translation.name(written, true);
        String schema = Translation.name(table.getSchemaName(), true);
        String alias = aliasOf(table.getAlias()).orElse(name);
        if (table.getSampleClause() != null || table.getPivot() != null || table.getUnPivot() != null) {
            throw translation.unsupported(table, "TABLESAMPLE");
        }
        if (schema.isEmpty() && translation.common().containsKey(name)) {
            WithItem<?> common = translation.common().get(name);
            List<Alias> named = Stream.concat(columns(common).stream(), Stream.ofNullable(table.getAlias()))
                    .toList();
            return sub(common.getSelect().getSelect(), Optional.of(alias), named, table, false);
        }
        Optional<GraphTable> graphTable = schema.isEmpty() || schema.equals("public")
                ? translation.table(
                        Translation.isQuoted(written) ? name : Translation.name(written, false),
                        Translation.isQuoted(written))
                : Optional.empty();
        if (graphTable.isPresent()) {
            GraphTable found = graphTable.get();
            String own = table.getAlias() == null && !Translation.isQuoted(written) ? name : alias;
            GraphLeaf leaf = new GraphLeaf(own, found, translation.name(found.relationship() ? "r" : "n"));
            scope.add(renamed(leaf.relation(), table.getAlias(), table), table);
            return new Leaf.Graph(leaf);
        }
        Optional<CatalogTable> listed = switch (schema) {
            case "", "pg_catalog" -> translation.ofPgCatalog(name);
            case "information_schema" -> translation.ofInformationSchema(name);
            default -> Optional.empty();
        };
        CatalogTable found = listed.orElseThrow(() -> translation.failure(
                table,
                SqlState.UNDEFINED_TABLE,
                "relation \"" + (schema.isEmpty() ? "" : schema + ".") + name + "\" does not exist"));
        String variable = translation.name("t");
        List<RelationColumn> columns = new ArrayList<>();
        found.columns()
                .forEach((column, type) -> columns.add(
                        new RelationColumn(column, () -> variable + "." + CypherText.name(column), type, 0, 0)));
        scope.add(renamed(new Relation(alias, columns, found.isOpen()), table.getAlias(), table), table);
        return new Leaf.Rows(List.of(alias), translation.constant(found), variable);
    }

    /** The names that WITH gives to columns, as those of an alias. */
    private static Optional<Alias> columns(WithItem<?> common) {
        if (common.getWithItemList() == null) {
            return Optional.ofNullable(common.getAlias());
        }
        List<Alias.AliasColumn> names = new ArrayList<>();
        for (SelectItem<?> each : common.getWithItemList()) {
            names.add(new Alias.AliasColumn(each.toString()));
        }
        Alias alias = new Alias(common.getAliasName());
        alias.setAliasColumns(names);
        return Optional.of(alias);
    }

    /** With the columns' names of an alias, as far as it has any. */
    private Relation renamed(Relation relation, @Nullable Alias alias, Object node) {
        if (alias == null || alias.getAliasColumns() == null) {
            return relation;
        }
        List<Alias.AliasColumn> names = alias.getAliasColumns();
        if (names.size() > relation.columns().size() && !relation.isOpen()) {
            throw translation.failure(
                    node,
                    SqlState.INVALID_COLUMN_REFERENCE,
                    "table \"" + relation.alias() + "\" has "
                            + relation.columns().size() + " columns available but " + names.size()
                            + " columns specified");
        }
        List<RelationColumn> columns = new ArrayList<>();
        for (int index = 0; index < relation.columns().size(); index++) {
            RelationColumn column = relation.columns().get(index);
            String name = index < names.size() ? Translation.name(names.get(index).name, true) : column.name();
            columns.add(new RelationColumn(name, column.cypher(), column.type(), column.table(), column.place()));
        }
        return new Relation(relation.alias(), columns, relation.isOpen(), relation.hidden());
    }

    private Leaf sub(Select select, @Nullable Alias alias, FromItem node, boolean lateral) {
        return sub(select, aliasOf(alias), Stream.ofNullable(alias).toList(), node, lateral);
    }

    /** @param aliases whose names of columns replace those before */
    private Leaf sub(Select select, Optional<String> name, List<Alias> aliases, FromItem node, boolean lateral) {
        String prefix = translation.name("s") + "_";
        SubRow row = new SubRow(prefix + "c");
        SelectTranslator translator = lateral
                ? new SelectTranslator(translation, Optional.of(scope), prefix)
                : new SelectTranslator(translation, Optional.empty(), prefix);
        SelectTranslator.Translated found = translator.translate(select);
        List<RelationColumn> columns = new ArrayList<>();
        for (ResultColumn column : found.columns()) {
            int place = columns.size();
            columns.add(new RelationColumn(column.name(), () -> row.column(place), column.type(), 0, 0));
        }
        String own = name.orElseGet(() -> translation.name("unnamed "));
        Relation relation = new Relation(own, columns, false);
        for (Alias alias : aliases) {
            relation = renamed(relation, alias, node);
        }
        scope.add(relation, node);
        return new Leaf.Sub(List.of(own), lateral, found.cypher(), row.of(columns.size()));
    }

    private Leaf values(Values values, @Nullable Alias alias) {
        String variable = translation.name("v");
        ExpressionTranslator expressions = new ExpressionTranslator(translation, scope);
        ValuesRows rows = ValuesRows.of(translation, expressions, values);
        List<RelationColumn> columns = new ArrayList<>();
        for (PgType type : rows.types()) {
            int index = columns.size();
            columns.add(new RelationColumn("column" + (index + 1), () -> variable + "[" + index + "]", type, 0, 0));
        }
        String name = aliasOf(alias).orElseGet(() -> translation.name("unnamed "));
        scope.add(renamed(new Relation(name, columns, false), alias, values), values);
        return new Leaf.Rows(List.of(name), rows.cypher(), variable);
    }

    private Leaf function(TableFunction table) {
        Function function = table.getFunction();
        if (table.getWithClause() != null) {
            throw translation.unsupported(table.getFunction(), "WITH ORDINALITY");
        }
        if (CypherDoor.isDoor(function)) {
            return cypher(table);
        }
        String name = function.getMultipartName().getLast().toLowerCase(Locale.ROOT);
        ExpressionTranslator expressions = new ExpressionTranslator(translation, scope);
        ExpressionList<?> given = function.getParameters();
        List<Expr> arguments = new ArrayList<>();
        if (given != null) {
            for (Expression argument : given) {
                arguments.add(expressions.translate(argument));
            }
        }
        boolean series = name.equals("generate_series") && (arguments.size() == 2 || arguments.size() == 3);
        boolean unnest = name.equals("unnest") && arguments.size() == 1;
        String list;
        PgType type;
        if (series) {
            list = "range("
                    + String.join(
                            ", ",
                            arguments.stream()
                                    .map(argument -> translation
                                            .as(argument, PgType.INT8)
                                            .cypher())
                                    .toList())
                    + ")";
            type = PgType.INT8;
        } else if (unnest) {
            Expr array = translation.as(arguments.getFirst(), PgType.TEXT_ARRAY);
            list = "coalesce(" + array.cypher() + ", [])";
            type = array.type().element().orElse(PgType.TEXT);
        } else {
            throw translation.failure(
                    function, SqlState.UNDEFINED_FUNCTION, "function " + name + "() does not exist in FROM");
        }
        String variable = translation.name("g");
        String alias = aliasOf(table.getAlias()).orElse(name);
        List<RelationColumn> columns = List.of(new RelationColumn(alias, () -> variable, type, 0, 0));
        scope.add(renamed(new Relation(alias, columns, false), table.getAlias(), function), function);
        return new Leaf.Rows(List.of(alias), list, variable);
    }

    /** Queries that are chained, whose columns are those of several relations. */
    Leaf derived(JoinTree.Derived derived) {
        Scope inside = new Scope(translation, scope.outer());
        LeafTranslator items = new LeafTranslator(translation, inside);
        derived.items().forEach(items::declare);
        String prefix = translation.name("s") + "_";
        SubRow row = new SubRow(prefix + "c");
        List<String> aliases = new ArrayList<>();
        int place = 0;
        for (Relation relation : inside.relations()) {
            List<RelationColumn> columns = new ArrayList<>();
            for (RelationColumn column : relation.columns()) {
                int own = place++;
                columns.add(new RelationColumn(column.name(), () -> row.column(own), column.type(), 0, 0));
            }
            aliases.add(relation.alias());
            scope.add(
                    new Relation(relation.alias(), columns, relation.isOpen()),
                    derived.items().getFirst());
        }
        List<String> branches = new ArrayList<>();
        for (JoinTree.Branch branch : derived.branches()) {
            PlainSelect query = branch.query();
            List<SelectItem<?>> all = new ArrayList<>(query.getSelectItems());
            inside.relations().stream()
                    .limit(branch.missing())
                    .flatMap(relation -> relation.columns().stream())
                    .forEach(_ -> all.addFirst(new SelectItem<>(new NullValue())));
            query.setSelectItems(all);
            branches.add(new SelectTranslator(translation, scope.outer(), prefix)
                    .translate(query)
                    .cypher());
        }
        return new Leaf.Sub(aliases, scope.outer().isPresent(), String.join(" UNION ALL ", branches), row.of(place));
    }

    /** The text runs in braces: what stands round it is not seen inside. */
    private Leaf cypher(TableFunction table) {
        CypherDoor.Call call = new CypherDoor(translation, 0).call(table);
        if (call.mapParameter().isPresent()) {
            throw translation.unsupported(
                    table.getFunction(), "cypher() with a map of parameters beside other clauses");
        }
        List<String> names =
                translation.catalog().database().prepare(call.text().text()).columns();
        if (names.size() != call.columns().size()) {
            throw translation.unsupported(table.getFunction(), "cypher() without columns beside other clauses");
        }
        SubRow row = new SubRow(translation.name("s") + "_c");
        List<RelationColumn> columns = new ArrayList<>();
        List<String> renames = new ArrayList<>();
        for (ResultColumn column : call.columns()) {
            int place = columns.size();
            renames.add(CypherText.name(names.get(place)) + " AS " + row.column(place));
            columns.add(new RelationColumn(column.name(), () -> row.column(place), column.type(), 0, 0));
        }
        String alias = aliasOf(table.getAlias()).orElse("cypher");
        scope.add(new Relation(alias, columns, false), table.getFunction());
        String text = "CALL () { " + call.text().text() + "\n} RETURN " + String.join(", ", renames);
        return new Leaf.Sub(List.of(alias), false, text, row.of(columns.size()));
    }
}
