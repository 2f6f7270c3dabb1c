package org.thetisdb.cypher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;

/** How clauses and expressions are lowered. */
class BinderTest {
    private static List<Step> steps(String text) {
        return ((Query.Single) Cypher.bind(text).query()).steps();
    }

    /** The kinds of the steps, in order. */
    private static String shape(String text) {
        return shape(Cypher.bind(text).query());
    }

    private static String shape(Query query) {
        List<String> names = new ArrayList<>();
        for (Step step : ((Query.Single) query).steps()) {
            names.add(step.getClass().getSimpleName());
        }
        return String.join(" ", names);
    }

    private static <T extends Step> T step(String text, Class<T> kind) {
        return steps(text).stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow();
    }

    /** The expression of {@code RETURN … AS x}. */
    private static Expression value(String text) {
        return step(text, Step.Compute.class).items().get(0).expression();
    }

    private static CypherType type(String expression) {
        return Cypher.bind("RETURN " + expression + " AS x")
                .query()
                .outputs()
                .get(0)
                .type();
    }

    @Test
    void bind_plainReturn_isComputeSortSliceProject() {
        String query = "MATCH (a) RETURN a.name AS name, a ORDER BY a.age SKIP 1 LIMIT $n";
        BoundQuery bound = Cypher.bind(query);
        assertThat(shape(bound.query())).isEqualTo("Match Compute Sort Slice Project");
        assertThat(bound.columns()).containsExactly("name", "a");
        assertThat(bound.parameters()).containsExactly("n");
        Step.Compute compute = step(query, Step.Compute.class);
        assertThat(compute.items()).hasSize(1);
        assertThat(compute.items().get(0).variable().name()).isEqualTo("name");
    }

    @Test
    void bind_inlineLabelsAndProperties_becomeConjunctsBesideWhere() {
        Step.Match match = step(
                "MATCH (a:A&B {id: 1, n: $p} WHERE a.x > 2)-[r:R|S {k: 3}]->(b) WHERE a.y AND (b.z AND b:C) RETURN a",
                Step.Match.class);
        assertThat(match.predicates()).hasSize(9);
        assertThat(match.predicates().subList(0, 2)).allMatch(Expression.HasLabels.class::isInstance);
        GraphPattern.Hop hop = match.pattern().relationships().get(0);
        assertThat(hop.types())
                .contains(
                        new LabelExpression.Or(List.of(new LabelExpression.Name("R"), new LabelExpression.Name("S"))));
        assertThat(hop.length()).isEmpty();
    }

    @Test
    void bind_variableLength_isAListWhosePredicatesUseTheHop() {
        Step.Match match = step("MATCH (a)-[r:K*2..4 {x: 1}]-(b) RETURN r", Step.Match.class);
        GraphPattern.Hop hop = match.pattern().relationships().get(0);
        assertThat(hop.relationship().type()).isEqualTo(CypherType.listOf(CypherType.RELATIONSHIP));
        GraphPattern.VariableLength length = hop.length().orElseThrow();
        assertThat(length.minimum()).isEqualTo(2);
        assertThat(length.maximum()).hasValue(4);
        assertThat(length.predicates()).hasSize(1);
        assertThat(match.predicates()).isEmpty();
    }

    @Test
    void bind_relationshipBoundBefore_becomesNewOneAndEquality() {
        List<Step> steps = steps("MATCH ()-[r]->() WITH r MATCH (a)-[r]->(b) RETURN a");
        Step.Match second = (Step.Match) steps.get(2);
        Variable again = second.pattern().relationships().get(0).relationship();
        assertThat(again.isAnonymous()).isTrue();
        assertThat(second.predicates()).hasSize(1);
    }

    @Test
    void bind_namedPathAndShortestPath_areInThePattern() {
        Step.Match named = step("MATCH p = (a)-[r]->(b) RETURN p", Step.Match.class);
        assertThat(named.pattern().paths()).hasSize(1);
        assertThat(named.pattern().paths().get(0).elements()).hasSize(3);
        Step.Match shortest = step("MATCH p = allShortestPaths((a)-[:K*..5]-(b)) RETURN p", Step.Match.class);
        assertThat(shortest.pattern().relationships()).isEmpty();
        GraphPattern.ShortestPath path = shortest.pattern().shortestPaths().get(0);
        assertThat(path.all()).isTrue();
        assertThat(path.path().name()).isEqualTo("p");
    }

    @Test
    void bind_aggregation_groupsByTheOtherItems() {
        String query = "MATCH (a)-->(b) WITH a, count(*) + a.x AS n, count(*) AS c WHERE n > 1 RETURN n";
        assertThat(shape(query)).isEqualTo("Match Aggregate Compute Filter Project Project");
        Step.Aggregate aggregate = step(query, Step.Aggregate.class);
        assertThat(aggregate.keys()).hasSize(1);
        assertThat(aggregate.keys().get(0).variable().name()).isEqualTo("a");
        assertThat(aggregate.aggregations()).hasSize(1);
        assertThat(aggregate.aggregations().get(0).variable().name()).isEqualTo("c");
    }

    @Test
    void bind_propertyAsGroupingKey_isReplacedInsideTheAggregatingItem() {
        Step.Compute compute = step("MATCH (a) RETURN a.x, a.x + count(*) AS n", Step.Compute.class);
        Expression.Arithmetic sum =
                (Expression.Arithmetic) compute.items().get(0).expression();
        assertThat(((Expression.Reference) sum.left()).variable().name()).isEqualTo("a.x");
    }

    @Test
    void bind_orderByOfDistinct_meansTheColumn() {
        String query = "MATCH (a) RETURN DISTINCT a.x ORDER BY a.x DESC";
        assertThat(shape(query)).isEqualTo("Match Compute Distinct Sort Project");
        Step.SortKey key = step(query, Step.Sort.class).keys().get(0);
        assertThat(key.ascending()).isFalse();
        assertThat(((Expression.Reference) key.expression()).variable().name()).isEqualTo("a.x");
    }

    @Test
    void bind_star_keepsAllColumnsByName() {
        assertThat(Cypher.bind("MATCH (b)-[a]->(c) RETURN *, 1 AS d").columns()).containsExactly("a", "b", "c", "d");
    }

    @Test
    void bind_existsAndPatternPredicate_areCorrelatedSubqueries() {
        Step.Match match = step(
                "MATCH (a), (b) WHERE EXISTS { (a)-->(x) WHERE x.k = b.k } AND NOT (a)-->(b) RETURN a",
                Step.Match.class);
        Expression.Subquery exists = (Expression.Subquery) match.predicates().get(0);
        assertThat(exists.kind()).isEqualTo(Expression.Subquery.Kind.EXISTS);
        assertThat(exists.imports()).extracting(Variable::name).containsExactlyInAnyOrder("a", "b");
        Expression.Not not = (Expression.Not) match.predicates().get(1);
        assertThat(not.operand()).isInstanceOf(Expression.Subquery.class);
    }

    @Test
    void bind_collectAndPatternComprehension_collectOneColumn() {
        Expression.Subquery collect = (Expression.Subquery)
                value("MATCH (a) RETURN COLLECT { MATCH (a)-->(b) RETURN b.name ORDER BY b.age LIMIT 3 } AS x");
        assertThat(collect.column()).hasValue(0);
        assertThat(shape(collect.query())).isEqualTo("Match Compute Sort Slice Project");
        Expression.Subquery comprehension =
                (Expression.Subquery) value("MATCH (a) RETURN [p = (a)-[r]->(b) WHERE b.x | length(p)] AS x");
        assertThat(comprehension.imports()).extracting(Variable::name).containsExactly("a");
        assertThat(shape(comprehension.query())).isEqualTo("Match Compute Project");
    }

    @Test
    void bind_shortestPathAsValue_isHeadOfACollection() {
        Expression.Call head = (Expression.Call) value("MATCH (a), (b) RETURN shortestPath((a)-[:K*]-(b)) AS x");
        assertThat(head.name()).isEqualTo("head");
        assertThat(head.arguments().get(0)).isInstanceOf(Expression.Subquery.class);
        assertThat(type("[x IN [1] | 'a']")).isEqualTo(CypherType.listOf(CypherType.of(CypherType.Kind.STRING)));
    }

    @Test
    void bind_callWithScopeClause_importsOnlyWhatIsRead() {
        Step.Call call = step(
                "MATCH (a), (b) CALL (a, b) { MATCH (a)-->(c) RETURN count(c) AS n UNION ALL RETURN 0 AS n } RETURN n",
                Step.Call.class);
        assertThat(call.imports()).extracting(Variable::name).containsExactly("a");
        Query.Union union = (Query.Union) call.query();
        assertThat(union.distinct()).isFalse();
        assertThat(union.outputs()).hasSize(1);
    }

    @Test
    void bind_callWithImportingWith_dropsTheWith() {
        Step.Call call =
                step("MATCH (a) CALL { WITH a MATCH (a)-->(c) WITH c RETURN c AS d } RETURN d", Step.Call.class);
        assertThat(call.imports()).extracting(Variable::name).containsExactly("a");
        assertThat(shape(call.query())).isEqualTo("Match Project Compute Project");
    }

    @Test
    void bind_scopeClauseVariable_isVisibleBehindAWith() {
        Step.Call call = step(
                "MATCH (a) CALL (a) { MATCH (a)-->(c) WITH count(c) AS n RETURN n + a.x AS s } RETURN s",
                Step.Call.class);
        assertThat(shape(call.query())).isEqualTo("Match Aggregate Project Compute Project");
    }

    @Test
    void bind_unionWithOtherColumnOrder_reordersTheRightBranch() {
        BoundQuery bound = Cypher.bind("RETURN 1 AS a, 'x' AS b UNION RETURN 'y' AS b, 2 AS a");
        Query.Union union = (Query.Union) bound.query();
        assertThat(bound.columns()).containsExactly("a", "b");
        assertThat(union.right().outputs()).extracting(Variable::name).containsExactly("a", "b");
        assertThat(union.outputs().get(0).type()).isEqualTo(CypherType.of(CypherType.Kind.INTEGER));
    }

    @Test
    void bind_chainedComparison_isAConjunction() {
        Step.Match match = step("MATCH (a) WHERE 1 <= a.x < 3 RETURN a", Step.Match.class);
        assertThat(match.predicates()).hasSize(2).allMatch(Expression.Comparison.class::isInstance);
    }

    @Test
    void bind_expressions_haveTheirTypes() {
        assertThat(type("1 + 2")).hasToString("INTEGER");
        assertThat(type("1 + 2.0")).hasToString("FLOAT");
        assertThat(type("'a' + 1")).hasToString("STRING");
        assertThat(type("[1] + 2")).hasToString("LIST<INTEGER>");
        assertThat(type("date('2020-01-01') + duration('P1D')")).hasToString("DATE");
        assertThat(type("head([1, 2])")).hasToString("INTEGER");
        assertThat(type("CASE WHEN true THEN 1 ELSE null END")).hasToString("INTEGER");
        assertThat(type("coalesce(null, 'a')")).hasToString("STRING");
        assertThat(type("collect(1.5)")).hasToString("LIST<FLOAT>");
        assertThat(type("1 IS :: INTEGER")).hasToString("BOOLEAN");
        assertThat(type("$p")).hasToString("ANY");
    }

    @Test
    void bind_unwoundCollectionOfNodes_isANodeInPatterns() {
        Step.Unwind unwind =
                step("MATCH (a) WITH collect(a) AS list UNWIND list AS b MATCH (b)-->(c) RETURN c", Step.Unwind.class);
        assertThat(unwind.variable().type()).isEqualTo(CypherType.NODE);
    }

    @Test
    void bind_explainAndProfile_areModes() {
        assertThat(Cypher.bind("EXPLAIN RETURN 1").mode()).isEqualTo(BoundQuery.Mode.EXPLAIN);
        assertThat(Cypher.bind("profile RETURN 1;").mode()).isEqualTo(BoundQuery.Mode.PROFILE);
        assertThat(Cypher.bind("RETURN 1").columns()).containsExactly("1");
    }
}
