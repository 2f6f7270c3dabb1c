package org.thetisdb.cypher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.SchemaChange;
import org.thetisdb.cypher.bound.SchemaChange.ConstraintKind;
import org.thetisdb.cypher.syntax.Clause;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.ExpressionTree.BinaryOperator;
import org.thetisdb.cypher.syntax.PatternTree;
import org.thetisdb.cypher.syntax.QueryTree;
import org.thetisdb.cypher.syntax.Statement;

/** The shape of syntax trees. */
class ParserTest {
    private static Clause clause(String text, int index) {
        return ((QueryTree.Single) Cypher.parse(text).body()).clauses().get(index);
    }

    private static ExpressionTree expression(String text) {
        return ((Clause.Projection) clause("RETURN " + text, 0)).items().get(0).expression();
    }

    private static Object literal(String text) {
        return ((ExpressionTree.Literal) expression(text)).value().orElseThrow();
    }

    @Test
    void parse_operators_bindByPrecedence() {
        ExpressionTree.Binary sum = (ExpressionTree.Binary) expression("1 + 2 * 3 ^ 4");
        assertThat(sum.operator()).isEqualTo(BinaryOperator.ADD);
        assertThat(((ExpressionTree.Binary) sum.right()).operator()).isEqualTo(BinaryOperator.MULTIPLY);
        ExpressionTree.Logical or = (ExpressionTree.Logical) expression("a OR b AND NOT c = d XOR e");
        assertThat(or.conjunction()).isFalse();
        assertThat(((ExpressionTree.Binary) or.operands().get(1)).operator()).isEqualTo(BinaryOperator.XOR);
        ExpressionTree.Binary power = (ExpressionTree.Binary) expression("2 ^ 3 ^ 4");
        assertThat(power.left()).isInstanceOf(ExpressionTree.Binary.class);
        ExpressionTree.Binary in = (ExpressionTree.Binary) expression("a + b IN c + d");
        assertThat(in.operator()).isEqualTo(BinaryOperator.IN);
    }

    @Test
    void parse_literals_haveTheirValues() {
        assertThat(literal("0xff")).isEqualTo(255L);
        assertThat(literal("0o17")).isEqualTo(15L);
        assertThat(literal("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
        assertThat(literal("1_000")).isEqualTo(1000L);
        assertThat(literal(".5")).isEqualTo(0.5);
        assertThat(literal("6.02E23")).isEqualTo(6.02e23);
        assertThat(literal("'a\\'\\u00e9\\U0001F600\\n'")).isEqualTo("a'é\uD83D\uDE00\n");
        assertThat(literal("\"it's\"")).isEqualTo("it's");
        assertThat(expression("null")).isEqualTo(new ExpressionTree.Literal(7, Optional.empty()));
    }

    @Test
    void parse_relationships_haveDirectionAndLength() {
        Clause.Match match = (Clause.Match) clause("MATCH (a)<-[:X*2..]-(b)-->(c)--(d)<-[*3]->(e) RETURN a", 0);
        PatternTree pattern = match.patterns().get(0);
        assertThat(pattern.relationships())
                .extracting(PatternTree.RelationshipTree::direction)
                .containsExactly(Direction.INCOMING, Direction.OUTGOING, Direction.BOTH, Direction.BOTH);
        PatternTree.LengthTree open = pattern.relationships().get(0).length().orElseThrow();
        assertThat(open.minimum()).isEqualTo(2);
        assertThat(open.maximum()).isEmpty();
        PatternTree.LengthTree exact = pattern.relationships().get(3).length().orElseThrow();
        assertThat(exact.maximum()).hasValue(exact.minimum());
    }

    @Test
    void parse_parenthesisBeforeAMinus_isPatternOnlyIfItCanBeANode() {
        assertThat(expression("(a)-(b)")).isInstanceOf(ExpressionTree.Binary.class);
        assertThat(expression("(a) - [1][0]")).isInstanceOf(ExpressionTree.Binary.class);
        assertThat(expression("(a)<-1")).isInstanceOf(ExpressionTree.Binary.class);
        assertThat(expression("(a)-->()")).isInstanceOf(ExpressionTree.Pattern.class);
        assertThat(expression("(:A {x: 1})<-[r:T]-(b)")).isInstanceOf(ExpressionTree.Pattern.class);
        assertThat(expression("(n:A)")).isInstanceOf(ExpressionTree.LabelTest.class);
    }

    @Test
    void parse_returnItem_keepsItsText() {
        Clause.Projection projection = (Clause.Projection) clause("RETURN  n . name , count( * )", 0);
        assertThat(projection.items()).extracting(Clause.Item::text).containsExactly("n . name", "count( * )");
    }

    @Test
    void parse_writingClauses_areKeptWhole() {
        Clause.Merge merge = (Clause.Merge)
                clause("MERGE (a:A {id: 1})-[:R]->(b) ON CREATE SET a.x = 1, a += {y: 2} ON MATCH SET a:L:M", 0);
        assertThat(merge.onCreate()).hasSize(2);
        assertThat(merge.onCreate().get(1).merge()).isTrue();
        assertThat(merge.onMatch().get(0).value()).isEmpty();
        Clause.Foreach foreach = (Clause.Foreach) clause("FOREACH (x IN [1] | SET x.a = 1 CREATE (:A))", 0);
        assertThat(foreach.updates()).hasSize(2);
        Clause.Delete delete = (Clause.Delete) clause("MATCH (n) DETACH DELETE n, n.x", 1);
        assertThat(delete.targets()).hasSize(2);
        Clause.CallProcedure call = (Clause.CallProcedure) clause("CALL a.b.c(1, 'x') YIELD d AS e, f RETURN e", 0);
        assertThat(call.name()).isEqualTo("a.b.c");
        assertThat(call.yields()).hasSize(2);
        Clause.Create create = (Clause.Create) clause("CREATE p = (a:A {id: 1})-[:R]->(b), (c) RETURN p", 0);
        assertThat(create.patterns()).hasSize(2);
        Clause.LoadCsv load = (Clause.LoadCsv) clause("LOAD CSV FROM 'a' AS row RETURN row", 0);
        assertThat(load.withHeaders()).isFalse();
    }

    @Test
    void parse_schemaCommands_sayWhatToChange() {
        assertThat(change("CREATE INDEX FOR (n:A) ON (n.x, n.y)"))
                .isEqualTo(new SchemaChange.CreateIndex(Optional.empty(), "A", List.of("x", "y"), false));
        assertThat(change("CREATE RANGE INDEX i IF NOT EXISTS FOR (n:A) ON (n.x) OPTIONS {a: 1}"))
                .isEqualTo(new SchemaChange.CreateIndex(Optional.of("i"), "A", List.of("x"), true));
        assertThat(change("CREATE INDEX ON :A(x)"))
                .isEqualTo(new SchemaChange.CreateIndex(Optional.empty(), "A", List.of("x"), false));
        assertThat(change("CREATE CONSTRAINT c IF NOT EXISTS FOR ()-[r:T]-() REQUIRE r.x IS NOT NULL"))
                .isEqualTo(new SchemaChange.CreateConstraint(
                        Optional.of("c"), ConstraintKind.EXISTS, true, "T", List.of("x"), true));
        assertThat(change("CREATE CONSTRAINT FOR (n:A) REQUIRE (n.x, n.y) IS NODE KEY"))
                .isEqualTo(new SchemaChange.CreateConstraint(
                        Optional.empty(), ConstraintKind.KEY, false, "A", List.of("x", "y"), false));
        assertThat(change("CREATE CONSTRAINT ON (n:A) ASSERT n.x IS UNIQUE"))
                .isEqualTo(new SchemaChange.CreateConstraint(
                        Optional.empty(), ConstraintKind.UNIQUE, false, "A", List.of("x"), false));
        assertThat(change("DROP CONSTRAINT c")).isEqualTo(new SchemaChange.DropConstraint("c", false));
        assertThat(change("DROP INDEX `i j` IF EXISTS")).isEqualTo(new SchemaChange.DropIndex("i j", true));
    }

    private static SchemaChange change(String text) {
        QueryTree.Single query = (QueryTree.Single) Cypher.parse(text).body();
        return ((Clause.ChangeSchema) query.clauses().getFirst()).change();
    }

    /** What users mistype is in the transcripts of the shell, which splits statements itself. */
    @Test
    void parse_noStatementOrTwo_saysSo() {
        assertThatThrownBy(() -> Cypher.parse("RETURN 1; RETURN 2"))
                .hasMessage("unexpected `RETURN`; expected the end of the query; run one statement at a time");
        assertThatThrownBy(() -> Cypher.parse("// nothing"))
                .hasMessage("the query is empty; expected a clause such as MATCH, UNWIND, WITH or RETURN");
    }

    @Test
    void parse_commandsOfOthers_areNamed() {
        for (String text : new String[] {
            "CREATE OR REPLACE TEXT INDEX i IF NOT EXISTS FOR ()-[r:T]-() ON (r.x) OPTIONS {a: 1}",
            "CREATE FULLTEXT INDEX f FOR (n:A|B) ON EACH [n.x, n.y]",
            "CREATE LOOKUP INDEX FOR (n) ON EACH labels(n)",
            "CREATE CONSTRAINT FOR (n:A) REQUIRE n.x IS :: INTEGER"
        }) {
            assertThat(Cypher.parse(text).body()).as(text).isInstanceOf(Statement.SchemaCommand.class);
        }
    }
}
