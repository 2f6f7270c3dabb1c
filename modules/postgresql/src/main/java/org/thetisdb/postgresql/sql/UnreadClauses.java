package org.thetisdb.postgresql.sql;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.sf.jsqlparser.statement.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what the library has read and nobody translates, such as {@code WITH ROLLUP} or {@code STRAIGHT_JOIN}: it
 * knows the SQL of a dozen databases. Of each kind of node it is listed what is translated; whatever else a node holds
 * must be as in one that holds nothing.
 *
 * <pre>
 *   GroupByElement  groupByExpressionList, groupingSets  ──► looked into
 *                   mysqlWithRollup = true               ──► error of 0A000
 * </pre>
 *
 * Immutable; any thread.
 */
final class UnreadClauses {
    /** What of a node is translated, or refused by those who do; behind the line, what says the same in other words. */
    private static final Map<String, String> KNOWN = Map.ofEntries(
            Map.entry(
                    "Select",
                    "withItemsList orderByElements limit offset fetch forMode forUpdateTable wait noWait"
                            + " skipLocked alias"
                            + " | selectBody values plainSelect setOperationList"),
            Map.entry("PlainSelect", "fromItem selectItems where joins distinct having groupBy | useBrackets"),
            Map.entry("Values", "expressions"),
            Map.entry("SetOperationList", "selects operations"),
            Map.entry("ParenthesedSelect", "select"),
            Map.entry("LateralSubSelect", "prefix"),
            Map.entry(
                    "WithItem",
                    "alias select recursive materialized withItemList | aliasName unquotedAliasName"
                            + " parenthesedStatement insert"
                            + " update delete"),
            Map.entry("SelectItem", "alias expression | aliasName unquotedAliasName"),
            Map.entry("Distinct", "onSelectItems"),
            Map.entry("GroupByElement", "groupByExpressionList groupingSets | groupByExpressions usingBrackets"),
            Map.entry("OrderByElement", "asc nullOrdering ascDescPresent expression"),
            Map.entry("Limit", "offset rowCount limitAll limitNull"),
            Map.entry("Offset", "offset offsetParam"),
            Map.entry("Fetch", "expression fetchParameters fetchParamFirst | rowCount fetchJdbcParameter fetchParam"),
            Map.entry(
                    "Join",
                    "simple inner outer left right natural full cross fromItem onExpressions usingColumns"
                            + " | innerJoin rightItem onExpression"),
            Map.entry("ParenthesedFromItem", "fromItem joins alias"),
            Map.entry("TableFunction", "function prefix withClause alias | expression"),
            Map.entry("AllColumns", " | exceptKeyword"),
            Map.entry("AllTableColumns", "table"),
            Map.entry(
                    "Table",
                    "name schemaName alias | database databaseName catalogName unquotedCatalogName unquotedDatabaseName"
                            + " unquotedSchemaName fullyQualifiedName unquotedName nameParts nameParDelimiters"
                            + " namePartDelimiters DBLinkName"),
            Map.entry(
                    "Column",
                    "table columnName arrayConstructor | tableName unquotedTableName schemaName unquotedSchemaName"
                            + " catalogName unquotedCatalogName unquotedColumnName tableDelimiter fullyQualifiedName"
                            + " unquotedName"),
            Map.entry("Alias", "name aliasColumns | useAs unquotedName"),
            Map.entry("AliasColumn", ""),
            Map.entry(
                    "Insert",
                    "table columns select returningClause onlyDefaultValues overriding conflictTarget conflictAction"
                            + " withItemsList | useValues values plainSelect setOperationList useSelectBrackets"),
            Map.entry(
                    "Update",
                    "updateSets table where fromItem joins startJoins returningClause withItemsList"
                            + " orderByElements limit"
                            + " | columns expressions select useColumnsBrackets useSelect"),
            Map.entry("UpdateSet", "columns values"),
            Map.entry(
                    "Delete",
                    "table tables where usingList joins returningClause hasFrom withItemsList orderByElements limit"),
            Map.entry("ReturningClause", "keyword dataItems"),
            Map.entry(
                    "Function",
                    "multipartName parameters distinct allColumns orderByElements | name attributeName"
                            + " attributeColumn"),
            Map.entry(
                    "AnalyticExpression",
                    "name expression offset defaultValue orderByElements partitionExpressionList windowElement type"
                            + " distinct allColumns filterExpression funcOrderBy windowName"
                            + " | partitionByBrackets windowDefinition"),
            Map.entry("AnyComparisonExpression", "select anyType"),
            Map.entry("ArrayConstructor", "expressions arrayKeyword"),
            Map.entry("ArrayExpression", "objExpression indexExpression startIndexExpression stopIndexExpression"),
            Map.entry("BinaryExpression", "leftExpression rightExpression | stringExpression"),
            Map.entry("LikeExpression", "not escape likeKeyWord | caseInsensitive"),
            Map.entry("RegExpMatchOperator", "operatorType"),
            Map.entry("IsDistinctExpression", "not"),
            Map.entry("BooleanValue", "value"),
            Map.entry("CaseExpression", "switchExpression elseExpression whenClauses | usingBrackets"),
            Map.entry("WhenClause", "thenExpression whenExpression"),
            Map.entry(
                    "CastExpression",
                    "colDataType leftExpression useCastKeyword implicitCast"
                            + " | time timeStamp date BLOB float integer decimal text"),
            Map.entry("ColDataType", "dataType argumentsStringList arrayData"),
            Map.entry("DateTimeLiteralExpression", "value type"),
            Map.entry("DoubleValue", "value"),
            Map.entry("ExtractExpression", "name expression"),
            Map.entry("IntervalExpression", "usingIntervalKeyword parameter intervalType expression"),
            Map.entry("JdbcParameter", "parameterCharacter index useFixedIndex"),
            Map.entry("LongValue", "stringValue | value bigIntegerValue"),
            Map.entry("NotExpression", "expression"),
            Map.entry("NullValue", ""),
            Map.entry("AllValue", ""),
            Map.entry("RowGetExpression", "expression columnName"),
            Map.entry("SignedExpression", "sign expression"),
            Map.entry("StringValue", "value | notExcapedValue"),
            Map.entry("TimeKeyExpression", "stringValue"),
            Map.entry("TrimFunction", "trimSpecification expression fromExpression usingFromKeyword"),
            Map.entry("Between", "leftExpression betweenExpressionStart betweenExpressionEnd not"),
            Map.entry("ExistsExpression", "rightExpression not | stringExpression"),
            Map.entry("IsBooleanExpression", "leftExpression not true"),
            Map.entry("IsNullExpression", "leftExpression not useIsNull useNotNull"),
            Map.entry("ExpressionList", " | expressions usingBrackets"),
            Map.entry("WindowElement", "type offset range"),
            Map.entry("WindowOffset", "expression type"),
            Map.entry("WindowRange", "start end"),
            Map.entry("SetOperation", "all distinct"));

    /** Which all nodes have, and which say nothing of what was written. */
    private static final Set<String> TREE = Set.of("getASTNode", "getParent");

    private static final String LIBRARY = "net.sf.jsqlparser.";

    private static final ClassValue<Kind> KINDS = new ClassValue<>() {
        @Override
        protected Kind computeValue(Class<?> type) {
            return Kind.of(type);
        }
    };

    private final Translation translation;

    UnreadClauses(Translation translation) {
        this.translation = translation;
    }

    /** One thing that a node holds. */
    private record Property(String name, Method getter, boolean translated) {
        @Nullable
        Object of(Object node) {
            try {
                return getter.invoke(node);
            } catch (IllegalAccessException | InvocationTargetException wrong) {
                throw new IllegalStateException(getter + " is not to be had", wrong);
            }
        }
    }

    /** What nodes of a class hold. */
    private record Kind(boolean known, List<Property> properties) {
        static Kind of(Class<?> type) {
            boolean known = false;
            Set<String> translated = new HashSet<>();
            Set<String> same = new HashSet<>();
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                String entry = KNOWN.get(each.getSimpleName());
                if (entry != null) {
                    known = true;
                    int line = entry.indexOf('|');
                    translated.addAll(words(line < 0 ? entry : entry.substring(0, line)));
                    same.addAll(words(line < 0 ? "" : entry.substring(line + 1)));
                }
            }
            List<Property> properties = Arrays.stream(type.getMethods())
                    .filter(Kind::isGetter)
                    .map(method -> new Property(name(method), method, translated.contains(name(method))))
                    .filter(property -> property.translated() || !same.contains(property.name()))
                    .sorted(Comparator.comparing(Property::name))
                    .toList();
            return new Kind(known, properties);
        }

        private static List<String> words(String text) {
            return Arrays.stream(text.split(" "))
                    .filter(word -> !word.isEmpty())
                    .toList();
        }

        private static boolean isGetter(Method method) {
            return method.getParameterCount() == 0
                    && !method.isBridge()
                    && !Modifier.isStatic(method.getModifiers())
                    && method.getDeclaringClass().getName().startsWith(LIBRARY)
                    && method.getName().matches("(get|is)[A-Z].*")
                    && !TREE.contains(method.getName());
        }

        /** {@code isAsc} is asc, {@code getBLOB} is BLOB. */
        private static String name(Method getter) {
            String name = getter.getName().replaceFirst("^(get|is)", "");
            boolean capitals = name.length() > 1 && Character.isUpperCase(name.charAt(1));
            return capitals ? name : name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
        }
    }

    /** An error of 0A000 if there is something that nobody translates. */
    void refuse(Statement statement) {
        look(statement, statement);
    }

    private void look(Object node, Object placed) {
        Object here = translation.place(node) < 0 ? placed : node;
        if (node instanceof Collection<?> list) {
            new ArrayList<>(list)
                    .stream()
                            .flatMap(each -> Optional.ofNullable(each).stream())
                            .forEach(each -> look(each, here));
        }
        if (!node.getClass().getName().startsWith(LIBRARY) || node instanceof Enum) {
            return;
        }
        Kind kind = KINDS.get(node.getClass());
        if (!kind.known()) {
            throw translation.unsupported(here, "this (" + node.getClass().getSimpleName() + ")");
        }
        for (Property property : kind.properties()) {
            Object value = property.of(node);
            if (value == null || isNothing(value)) {
                continue;
            }
            if (!property.translated()) {
                throw translation.unsupported(here, said(property.name()));
            }
            look(value, here);
        }
    }

    private static boolean isNothing(Object value) {
        return switch (value) {
            case Boolean flag -> !flag;
            case Number number -> number.intValue() == 0;
            case String text -> text.isEmpty();
            case Collection<?> list -> list.isEmpty();
            default -> false;
        };
    }

    /** {@code mysqlWithRollup} as "this clause (mysql with rollup)". */
    private static String said(String property) {
        return "this clause (" + property.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT) + ")";
    }
}
