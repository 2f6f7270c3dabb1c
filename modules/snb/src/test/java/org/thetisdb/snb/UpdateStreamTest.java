package org.thetisdb.snb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class UpdateStreamTest {
    private static Path folder(String scale) {
        Path project = Path.of(System.getProperty("thetis.project", "../.."))
                .toAbsolutePath()
                .normalize();
        Path folder = project.resolveSibling("shared").resolve("data").resolve("snb-" + scale);
        assumeTrue(Files.isDirectory(folder.resolve("inserts")), "no updates of that scale: scale=" + scale);
        return folder;
    }

    private static List<UpdateBatch> batches(String scale) throws IOException {
        List<UpdateBatch> batches = new ArrayList<>();
        try (UpdateStream stream = UpdateStream.open(folder(scale))) {
            for (Optional<UpdateBatch> batch = stream.next(); batch.isPresent(); batch = stream.next()) {
                batches.add(batch.get());
            }
        }
        return batches;
    }

    /** How many of each kind: the row counts that the data's README gives, for an entity those of its node file. */
    @Test
    void next_smallScale_everyRowOfEveryDay() throws IOException {
        List<UpdateBatch> batches = batches("sf0.1");
        assertThat(batches).hasSize(33);
        assertThat(batches.getFirst().day()).isEqualTo("2012-11-29");
        assertThat(batches.getLast().day()).isEqualTo("2012-12-31");
        Map<String, Integer> counts = new TreeMap<>();
        batches.forEach(batch -> batch.statements().forEach(each -> counts.merge(each.query(), 1, Integer::sum)));
        assertThat(counts)
                .containsOnly(
                        entry("iu-1", 61),
                        entry("iu-2", 8_700),
                        entry("iu-3", 35_402),
                        entry("iu-4", 894),
                        entry("iu-5", 30_459),
                        entry("iu-6", 10_701),
                        entry("iu-7", 65_627),
                        entry("iu-8", 3_727),
                        entry("del-1", 14),
                        entry("del-2", 179),
                        entry("del-3", 820),
                        entry("del-4", 30),
                        entry("del-5", 300),
                        entry("del-6", 281),
                        entry("del-7", 1_149),
                        entry("del-8", 403));
        assertThat(counts.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(158_747);
    }

    /** The parameters are those that the text's first line names, and replies come after what they reply to. */
    @Test
    void next_tinyScale_parametersOfTheTextsInAnOrderThatWorks() throws IOException {
        Path queries = folder("sf0.003").resolveSibling("queries");
        Set<Object> comments = new HashSet<>();
        Set<Object> insertedLater = new HashSet<>();
        for (UpdateBatch batch : batches("sf0.003")) {
            int rank = 0;
            for (UpdateStatement statement : batch.statements()) {
                String text = Files.readString(queries.resolve(statement.query() + ".cypher"));
                String head = text.substring(text.indexOf("Parameters:"), text.indexOf('\n'));
                assertThat(statement.parameters().keySet())
                        .as(statement.query())
                        .allSatisfy(name -> assertThat(head).contains(" " + name + " "))
                        .allSatisfy(name -> assertThat(text).contains("$" + name))
                        .hasSize(head.split("[A-Za-z0-9]+ (?:INTEGER|STRING|DATETIME|DATE|LIST)[,<]?", -1).length - 1);
                assertThat(UpdateStream.QUERIES.indexOf(statement.query())).isGreaterThanOrEqualTo(rank);
                rank = UpdateStream.QUERIES.indexOf(statement.query());
                if (statement.query().equals("iu-7")) {
                    comments.add(statement.parameters().get("commentId"));
                    insertedLater.remove(statement.parameters().get("commentId"));
                    Object parent = statement.parameters().get("parentCommentId");
                    if (parent != null && !comments.contains(parent)) {
                        insertedLater.add(parent);
                    }
                }
            }
        }
        assertThat(comments).isNotEmpty();
        assertThat(insertedLater.stream().filter(comments::contains)).isEmpty();
    }

    /** How often each statement is there. */
    private static Map<UpdateStatement, Long> counted(List<UpdateStatement> statements) {
        return statements.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    /** Nothing is lost, kinds keep their order, and a comment never shares a wave with the one that it replies to. */
    @Test
    void waves_anyBatch_canRunWaveByWave() throws IOException {
        for (UpdateBatch batch : batches("sf0.1")) {
            List<List<UpdateStatement>> waves = batch.waves();
            assertThat(waves).doesNotContain(List.of());
            List<UpdateStatement> all = waves.stream().flatMap(List::stream).toList();
            assertThat(counted(all)).isEqualTo(counted(batch.statements()));
            assertThat(all)
                    .extracting(UpdateStatement::query)
                    .isEqualTo(batch.statements().stream()
                            .map(UpdateStatement::query)
                            .toList());
            for (List<UpdateStatement> wave : waves) {
                Set<Object> made = new HashSet<>();
                wave.forEach(each -> made.add(each.parameters().get("commentId")));
                assertThat(wave.stream()
                                .map(each -> each.parameters().get("parentCommentId"))
                                .filter(parent -> parent != null))
                        .doesNotContainAnyElementsOf(made);
            }
        }
    }

    @Test
    void next_values_haveTheTypesOfTheTexts() throws IOException {
        Map<String, UpdateStatement> byQuery = new TreeMap<>();
        batches("sf0.1").forEach(batch -> batch.statements().forEach(each -> byQuery.putIfAbsent(each.query(), each)));
        Map<String, Object> comment = byQuery.get("iu-7").parameters();
        assertThat(comment)
                .containsEntry("commentId", 1_168_231_294_764L)
                .containsEntry("creationDate", ZonedDateTime.parse("2012-11-29T02:52:50.873Z"))
                .containsEntry("authorId", 21_990_232_556_367L)
                .containsEntry("countryId", 107L)
                .containsEntry("parentPostId", null)
                .containsEntry("parentCommentId", 1_030_792_341_290L);
        assertThat((List<?>) comment.get("tagIds")).first().isEqualTo(1680L);
        Map<String, Object> person = byQuery.get("iu-1").parameters();
        assertThat(person).containsEntry("speaks", List.of("jv", "en"));
        assertThat(person)
                .containsEntry(
                        "workAt",
                        List.of(
                                Map.of("companyId", 569L, "workFrom", 2005L),
                                Map.of("companyId", 1118L, "workFrom", 2007L)));
    }

    @Test
    void fields_quoted_standForTheirText() {
        assertThat(CsvLines.fields("1|\"a|b \"\"c\"\"\"||x")).containsExactly("1", "a|b \"c\"", "", "x");
    }
}
