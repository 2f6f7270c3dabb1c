package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import net.sf.jsqlparser.parser.ASTNodeAccess;
import net.sf.jsqlparser.statement.select.WithItem;
import org.jspecify.annotations.Nullable;
import org.thetisdb.CypherLiteral;
import org.thetisdb.CypherText;
import org.thetisdb.postgresql.catalog.CatalogTable;
import org.thetisdb.postgresql.catalog.DatabaseFunctions;
import org.thetisdb.postgresql.catalog.GraphCatalog;
import org.thetisdb.postgresql.catalog.GraphTable;
import org.thetisdb.postgresql.catalog.GraphTables;
import org.thetisdb.postgresql.catalog.SystemTables;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.text.SqlText;
import org.thetisdb.postgresql.text.Token;
import org.thetisdb.postgresql.type.ParameterFormat;
import org.thetisdb.postgresql.type.PgType;

/** What all parts of one query's translation share: names, parameters, literals, tables. */
final class Translation {
    private static final int PARAMETERS_MAX = 65_535;

    private final GraphCatalog catalog;
    private final QueryContext context;
    private final SqlText text;
    private final List<PgType> parameters;
    private final Map<String, Object> constants = new HashMap<>();
    private final Map<String, WithItem<?>> common = new HashMap<>();
    private final Set<Integer> nullParameters = new HashSet<>();
    private GraphTables tables;
    private SystemTables system;
    private Optional<DatabaseFunctions> functions = Optional.empty();
    private int names;

    Translation(GraphCatalog catalog, QueryContext context, SqlText text, List<PgType> given, boolean now) {
        this.catalog = catalog;
        this.context = context;
        this.text = text;
        this.parameters = new ArrayList<>(given);
        this.tables = now ? catalog.tablesNow() : catalog.tables();
        this.system = new SystemTables(tables, context.user(), context.database(), context.settings());
    }

    QueryContext context() {
        return context;
    }

    GraphCatalog catalog() {
        return catalog;
    }

    GraphTables tables() {
        return tables;
    }

    Map<String, Object> constants() {
        return constants;
    }

    /** Which parameters must be null, from 0. */
    Set<Integer> nullParameters() {
        return nullParameters;
    }

    /** Queries of WITH, by name. */
    Map<String, WithItem<?>> common() {
        return common;
    }

    /** The types of the parameters; those that nothing has told are text. */
    List<PgType> parameters() {
        return parameters.stream()
                .map(type -> type == PgType.UNKNOWN ? PgType.TEXT : type)
                .toList();
    }

    /** A name that no other part uses. */
    String name(String prefix) {
        return prefix + names++;
    }

    /** What a quoted number stands for. */
    Token literal(String number) {
        return text.literals().get(Integer.parseInt(number));
    }

    Expr parameter(int number) {
        if (number < 1 || number > PARAMETERS_MAX) {
            throw PostgresFailure.of(SqlState.UNDEFINED_PARAMETER, "there is no parameter $" + number);
        }
        while (parameters.size() < number) {
            parameters.add(PgType.UNKNOWN);
        }
        PgType type = parameters.get(number - 1);
        return new Expr(
                "$p" + number,
                type,
                Optional.empty(),
                type == PgType.UNKNOWN ? OptionalInt.of(number - 1) : OptionalInt.empty());
    }

    /** The expression as one of that type, if it has none yet. */
    Expr as(Expr expression, PgType type) {
        if (!expression.isUnknown() || type == PgType.UNKNOWN) {
            return expression;
        }
        if (expression.parameter().isPresent()) {
            int index = expression.parameter().getAsInt();
            if (parameters.get(index) == PgType.UNKNOWN) {
                parameters.set(index, type);
            }
            return Expr.of(expression.cypher(), parameters.get(index));
        }
        if (expression.literal().isPresent()) {
            Token token = expression.literal().get();
            return Expr.of(value(type, token), type);
        }
        return Expr.of(expression.cypher(), type);
    }

    private String value(PgType type, Token token) {
        try {
            Object value = ParameterFormat.ofText(type, token.text(), context.zone());
            return cypher(value);
        } catch (PostgresFailure failure) {
            throw failure.placed(token.start());
        }
    }

    /** A value as an expression. */
    static String cypher(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        StringBuilder literal = new StringBuilder();
        switch (value) {
            case List<?> list -> {
                String separator = "[";
                for (Object element : list) {
                    literal.append(separator).append(cypher(element));
                    separator = ", ";
                }
                literal.append(list.isEmpty() ? "[]" : "]");
            }
            case Map<?, ?> map -> {
                String separator = "{";
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    String key = CypherText.name(String.valueOf(entry.getKey()));
                    literal.append(separator).append(key).append(": ").append(cypher(entry.getValue()));
                    separator = ", ";
                }
                literal.append(map.isEmpty() ? "{}" : "}");
            }
            default -> CypherLiteral.append(literal, value);
        }
        return literal.toString();
    }

    /** As text; also of what is none. */
    String text(Expr expression) {
        Expr typed = as(expression, PgType.TEXT);
        return typed.type().isText() ? typed.cypher() : "toString(" + typed.cypher() + ")";
    }

    /** The functions of the database, asked for once. */
    DatabaseFunctions functions() {
        DatabaseFunctions known = functions.orElseGet(() -> DatabaseFunctions.of(catalog.database()));
        functions = Optional.of(known);
        return known;
    }

    /** The names of types by their numbers, as a parameter. */
    String typeNames() {
        Map<String, Object> known = new HashMap<>();
        for (PgType type : PgType.values()) {
            known.put(Integer.toString(type.oid()), type.sqlName());
        }
        return constant("regtype", known);
    }

    /** The list of a table's rows, as a parameter. */
    String constant(CatalogTable table) {
        constants.putIfAbsent(table.name(), table.rows());
        return "$" + table.name();
    }

    /** A map or list that the query needs, as a parameter. */
    String constant(String name, Object value) {
        constants.putIfAbsent(name, value);
        return "$" + name;
    }

    Optional<CatalogTable> ofPgCatalog(String name) {
        return system.ofPgCatalog(name);
    }

    Optional<CatalogTable> ofInformationSchema(String name) {
        return system.ofInformationSchema(name);
    }

    /** The table, if need be after another look at the graph. */
    Optional<GraphTable> table(String name, boolean exact) {
        Optional<GraphTable> found = tables.find(name, exact);
        if (found.isEmpty()) {
            tables = catalog.tablesNow();
            system = new SystemTables(tables, context.user(), context.database(), context.settings());
            found = tables.find(name, exact);
        }
        return found;
    }

    /** Where a node of the tree begins, in the text that was translated; negative if nobody knows. */
    int place(Object node) {
        if (node instanceof ASTNodeAccess access
                && access.getASTNode() != null
                && access.getASTNode().jjtGetFirstToken() != null) {
            return text.origin(access.getASTNode().jjtGetFirstToken().absoluteBegin - 1);
        }
        return -1;
    }

    PostgresFailure unsupported(Object node, String what) {
        return PostgresFailure.unsupported(what).placed(place(node));
    }

    PostgresFailure failure(Object node, SqlState state, String message) {
        return PostgresFailure.of(state, message).placed(place(node));
    }

    /** A name as SQL means it: in lower case unless it is quoted. */
    static String name(@Nullable String written, boolean lower) {
        if (written == null) {
            return "";
        }
        if (isQuoted(written)) {
            return written.substring(1, written.length() - 1).replace("\"\"", "\"");
        }
        return lower ? written.toLowerCase(Locale.ROOT) : written;
    }

    static boolean isQuoted(String written) {
        return written.length() >= 2 && written.startsWith("\"") && written.endsWith("\"");
    }
}
