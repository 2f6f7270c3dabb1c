package org.thetisdb.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.importer.load.ImportLimits;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

class ImporterTest {
    private static final ImportLimits TINY = new ImportLimits(1 << 20, 0, 0, 64, 3, 4);
    private static final ImportLimits ROOMY = ImportLimits.of(64 << 20, 64 << 20, 2);

    /** Cities in countries, in one file that refers to itself, people in cities, and who knows whom. */
    private static final String MAPPING = """
            {"format": {"separator": "|", "listSeparator": ";"},
             "nodes": [
              {"file": "place", "labels": ["Place"], "labelColumn": "type", "id": "id", "idSpace": "Place",
               "properties": [{"column": "id", "type": "INTEGER"}, {"column": "name"}],
               "relationships": [{"column": "partOf", "type": "PART_OF", "idSpace": "Place", "direction": "OUT"}]},
              {"file": "person", "labels": ["Person"], "id": "id", "idSpace": "Person",
               "properties": [{"column": "id", "type": "INTEGER"}, {"column": "since", "type": "ZONED DATETIME"},
                              {"column": "born", "type": "DATE"},
                              {"column": "langs", "property": "speaks", "type": "LIST<STRING>"},
                              {"column": "nick", "optional": true}],
               "relationships": [{"column": "city", "type": "LIVES_IN", "idSpace": "Place", "direction": "IN",
                                  "properties": [{"column": "since", "type": "ZONED DATETIME"}]}]}],
             "relationships": [
              {"files": ["knows-*"], "type": "KNOWS", "start": {"column": "a", "idSpace": "Person"},
               "end": {"column": "b", "idSpace": "Person"}, "properties": [{"column": "weight", "type": "FLOAT"}]}],
             "indexes": [{"label": "Person", "property": "id", "unique": true}]}
            """;

    private static final String PLACES = """
            id|name|type|partOf
            1|Berlin|City|3
            2|"Halle (Saale)"|City;Old|3
            3|Germany|Country|
            """;

    private static final String PEOPLE = """
            born|id|since|langs|city
            1980-08-31|10|2010-01-01T01:54:03.489+00:00|zh;en|1
            |11|2010-01-02T00:00:00+00:00||
            2000-02-29|12||de|2
            """;

    @TempDir
    Path data;

    private final RecordingLoader loader = new RecordingLoader();
    private ImportOptions options = ImportOptions.defaults().withThreadCount(2);

    private void write(String name, String text) throws IOException {
        Files.writeString(data.resolve(name), text);
    }

    private void writeGraph() throws IOException {
        write("m.json", MAPPING);
        write("place.csv", PLACES);
        write("person.csv", PEOPLE);
        write("knows-1.csv", "a|b|weight\n10|11|0.5\n");
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write("weight|b|a\n|10|12\n".getBytes(StandardCharsets.UTF_8));
        }
        Files.write(data.resolve("knows-2.csv.gz"), packed.toByteArray());
        byte[] frame =
                com.github.luben.zstd.Zstd.compress("a|b|weight|x\n11|12|2|y\n".getBytes(StandardCharsets.UTF_8));
        Files.write(data.resolve("knows-3.csv.zst"), frame);
    }

    private ImportResult run(ImportPlan plan, ImportLimits limits) {
        return new Importer(options, (fileSystem, directory, loadOptions) -> loader, limits)
                .run(plan, data.resolve("db"), ImportProgress.NONE);
    }

    private ImportResult runMapping(ImportLimits limits) {
        return run(ImportPlan.fromMapping(new LocalFileSystem(), data.resolve("m.json"), data), limits);
    }

    private ThetisException failure(ErrorCode code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        ThetisException[] caught = new ThetisException[1];
        assertThatThrownBy(call).isInstanceOfSatisfying(ThetisException.class, thrown -> caught[0] = thrown);
        assertThat(caught[0].code()).as(caught[0].getMessage()).isEqualTo(code);
        assertThat(loader.finished).isFalse();
        assertThat(Files.exists(data.resolve("db.import-spill"))).isFalse();
        return caught[0];
    }

    private List<String> relationships() {
        return loader.relationships.stream()
                .map(relationship -> relationship.start().properties().get("id") + " " + relationship.type() + " "
                        + relationship.end().properties().get("id") + " " + relationship.properties())
                .sorted()
                .toList();
    }

    @Test
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    void mapping_withEveryFeature_makesTheGraph() throws IOException {
        writeGraph();
        for (ImportLimits limits : List.of(ROOMY, TINY)) {
            loader.nodes.clear();
            loader.relationships.clear();
            ImportResult result = runMapping(limits);
            assertThat(loader.node("id", 2L).labels()).containsExactly("City", "Old", "Place");
            assertThat(loader.node("id", 2L).properties().get("name")).isEqualTo("Halle (Saale)");
            assertThat(loader.node("id", 10L).properties())
                    .isEqualTo(Map.of(
                            "id", 10L,
                            "born", LocalDate.of(1980, 8, 31),
                            "since", ZonedDateTime.parse("2010-01-01T01:54:03.489Z"),
                            "speaks", List.of("zh", "en")));
            assertThat(loader.node("id", 11L).properties().keySet()).containsExactly("id", "since");
            assertThat(relationships())
                    .containsExactly(
                            "1 LIVES_IN 10 {since=2010-01-01T01:54:03.489Z}",
                            "1 PART_OF 3 {}",
                            "10 KNOWS 11 {weight=0.5}",
                            "11 KNOWS 12 {weight=2.0}",
                            "12 KNOWS 10 {}",
                            "2 LIVES_IN 12 {}",
                            "2 PART_OF 3 {}");
            assertThat(result.nodesByLabel())
                    .isEqualTo(Map.of("Place", 3L, "City", 2L, "Old", 1L, "Country", 1L, "Person", 3L));
            assertThat(result.relationshipsByType()).isEqualTo(Map.of("LIVES_IN", 2L, "PART_OF", 2L, "KNOWS", 3L));
            assertThat(result.notes()).anyMatch(note -> note.contains("knows-3.csv.zst") && note.contains("x"));
            assertThat(result.notes().stream().anyMatch(note -> note.contains("went to disk")))
                    .isEqualTo(limits == TINY);
            assertThat(result.spilledBytes() > 0).isEqualTo(limits == TINY);
        }
        assertThat(loader.indexes).contains(new RecordingLoader.Index("Person", "id", true));
    }

    @Test
    void badField_stopsWithFileLineColumnValueAndWhatWasExpected() throws IOException {
        writeGraph();
        write("person.csv", PEOPLE.replace("2000-02-29", "2001-02-29"));
        assertThat(failure(ErrorCode.IMPORT_BAD_ROW, () -> runMapping(ROOMY)))
                .hasMessageContaining("person.csv, line=4, column=born, value='2001-02-29'")
                .hasMessageContaining("expected a date such as 2012-11-29")
                .hasMessageContaining("--bad-tolerance");
        assertThat(loader.closed).isTrue();
    }

    @Test
    void missingFieldsAndIds_areBadRows() throws IOException {
        writeGraph();
        write("knows-1.csv", "a|b|weight\n10|11\n");
        assertThat(failure(ErrorCode.IMPORT_BAD_ROW, () -> runMapping(ROOMY)))
                .hasMessageContaining("knows-1.csv, line=2, value='10|11'")
                .hasMessageContaining("expected 3 fields as in the header, not 2");
        write("knows-1.csv", "a|b|weight\n10||1\n");
        assertThat(failure(ErrorCode.IMPORT_BAD_ROW, () -> runMapping(ROOMY)))
                .hasMessageContaining("line=2, column=b, value=''; expected an id");
    }

    @Test
    void danglingRelationships_areNamed() throws IOException {
        writeGraph();
        write("knows-1.csv", "a|b|weight\n10|11|1\n10|99|1\n");
        for (ImportLimits limits : List.of(ROOMY, TINY)) {
            assertThat(failure(ErrorCode.IMPORT_DANGLING_RELATIONSHIP, () -> runMapping(limits)))
                    .hasMessageContaining("knows-1.csv, line=3, column=b, value='99'")
                    .hasMessageContaining("id space 'Person'");
        }
        writeGraph();
        write("place.csv", PLACES + "4|Nowhere|City|77\n");
        for (ImportLimits limits : List.of(ROOMY, TINY)) {
            assertThat(failure(ErrorCode.IMPORT_DANGLING_RELATIONSHIP, () -> runMapping(limits)))
                    .hasMessageContaining("place.csv, line=5, column=partOf, value='77'");
        }
    }

    @Test
    void duplicateIds_areNamed() throws IOException {
        writeGraph();
        write("place.csv", PLACES + "2|Again|City;Old|3\n");
        for (ImportLimits limits : List.of(ROOMY, TINY)) {
            assertThat(failure(ErrorCode.IMPORT_DUPLICATE_ID, () -> runMapping(limits)))
                    .hasMessageContaining("place.csv, line=5, column=id, value='2'")
                    .hasMessageContaining("id space 'Place'");
        }
    }

    /** In whatever column: the labels and the ids of these rows were read with U+FFFD in them. */
    @Test
    void rowsThatAreNoUtf8_areBad() throws IOException {
        writeGraph();
        byte[] rows = (PLACES + "5|x|Ci?y|\n?|y|City|\n7|z|City|\n").getBytes(StandardCharsets.UTF_8);
        for (int index = 0; index < rows.length; index++) {
            rows[index] = rows[index] == '?' ? (byte) 0xe4 : rows[index];
        }
        Files.write(data.resolve("place.csv"), rows);
        assertThat(failure(ErrorCode.IMPORT_BAD_ROW, () -> runMapping(ROOMY)))
                .hasMessageContainingAll("place.csv, line=5", "UTF-8", "column=3", "offset=", "byte=0xe4");
        options = options.withBadTolerance(2, Optional.empty());
        assertThat(runMapping(ROOMY).badRowCount()).isEqualTo(2);
        assertThat(loader.node("id", 7L).labels()).containsExactly("City", "Place");
    }

    @Test
    void badTolerance_skipsAndReports() throws IOException {
        writeGraph();
        write("place.csv", PLACES + "2|Again|City|3\n5|\"a,\"\"b\"|City|x\n");
        write("person.csv", PEOPLE + "2001-02-29|13|||1\n||||\n1999-01-01|14|||88\n");
        write("knows-1.csv", "a|b|weight\n10|11|0.5\n10|99|1\n1\n");
        for (String name : List.of("report.csv", "report.jsonl")) {
            loader.nodes.clear();
            loader.relationships.clear();
            Path report = data.resolve(name);
            options = options.withBadTolerance(7, Optional.of(report));
            ImportResult result = runMapping(ROOMY);
            assertThat(result.badRowCount()).isEqualTo(7);
            assertThat(result.nodeCount()).isEqualTo(7);
            assertThat(loader.node("id", 14L).labels()).containsExactly("Person");
            assertThat(relationships()).hasSize(7);
            List<String> lines = Files.readAllLines(report);
            assertThat(lines).hasSize(name.endsWith(".csv") ? 8 : 7);
            String text = String.join("\n", lines);
            assertThat(text)
                    .contains("IMPORT_DUPLICATE_ID")
                    .contains("IMPORT_DANGLING_RELATIONSHIP")
                    .contains("IMPORT_BAD_ROW")
                    .contains("2001-02-29");
        }
        options = options.withBadTolerance(6, Optional.empty());
        loader.finished = false;
        assertThatThrownBy(() -> runMapping(ROOMY))
                .isInstanceOf(ThetisException.class)
                .hasMessageContaining("stopped after 7 wrong rows");
        assertThat(loader.finished).isFalse();
    }

    private ImportPlan headers(ImportPlan.HeaderFormat format, List<String> nodes, List<String> relationships) {
        List<String> nodePaths = nodes.stream().map(this::absolute).toList();
        List<String> relationshipPaths =
                relationships.stream().map(this::absolute).toList();
        return ImportPlan.fromHeaders(new LocalFileSystem(), format, nodePaths, relationshipPaths);
    }

    private String absolute(String argument) {
        return argument.replaceAll("([\\w*-]+\\.csv)", data.toString().replace("\\", "\\\\") + "/$1");
    }

    @Test
    void headers_withEveryFeature_makeTheGraph() throws IOException {
        write("movie-header.csv", "movieId:ID(Movie),title,year:int,tags:string[],:IGNORE,:LABEL,where:point\n");
        write("movie-a.csv", "m1,Solaris,1972,sf;slow,x,Film;Classic,\"{x:1,y:2}\"\n");
        write("movie-b.csv", "m2,,2002,,x,,\n");
        write("actor.csv", ":ID(Actor),id:long,name\nm1,7,\"Natalya\nBondarchuk\"\n");
        write("role.csv", ":START_ID(Actor),role,:END_ID(Movie),:TYPE\nm1,Hari,m1,ACTED_IN\nm1,,m2,SAW\n");
        write("same.csv", ":START_ID(Movie),:END_ID(Movie)\nm2,m1\n");
        ImportPlan.HeaderFormat format = new ImportPlan.HeaderFormat(
                ',', ';', '"', false, List.of(new ImportPlan.Index("Movie", "movieId", true)));
        ImportResult result = run(
                headers(
                        format,
                        List.of("Movie:Work=movie-header.csv,movie-a.csv,movie-b.csv", "Actor=actor.csv"),
                        List.of("role.csv", "REMAKE_OF=same.csv")),
                TINY);
        assertThat(loader.node("movieId", "m1").labels()).containsExactly("Classic", "Film", "Movie", "Work");
        assertThat(loader.node("movieId", "m1").properties().keySet())
                .containsExactly("movieId", "tags", "title", "where", "year");
        assertThat(loader.node("movieId", "m2").labels()).containsExactly("Movie", "Work");
        assertThat(loader.node("id", 7L).properties().get("name")).isEqualTo("Natalya\nBondarchuk");
        assertThat(result.relationshipsByType()).isEqualTo(Map.of("ACTED_IN", 1L, "SAW", 1L, "REMAKE_OF", 1L));
        assertThat(loader.relationships).anySatisfy(relationship -> {
            assertThat(relationship.type()).isEqualTo("ACTED_IN");
            assertThat(relationship.start().properties().get("id")).isEqualTo(7L);
            assertThat(relationship.properties()).isEqualTo(Map.of("role", "Hari"));
        });
        assertThat(loader.indexes).containsExactly(new RecordingLoader.Index("Movie", "movieId", true));
    }

    @Test
    void headers_withIntegerIds_areNumbers() throws IOException {
        write("a.csv", "id:ID;n:double\n007;1.5\n");
        write("r.csv", ":START_ID;:END_ID\n7;7\n");
        ImportPlan.HeaderFormat format = new ImportPlan.HeaderFormat(';', '|', '\'', true, List.of());
        run(headers(format, List.of("A=a.csv"), List.of("SELF=r.csv")), ROOMY);
        assertThat(loader.node("id", 7L).properties()).isEqualTo(Map.of("id", 7L, "n", 1.5));
        assertThat(loader.relationships).hasSize(1);
    }

    @Test
    void wrongHeaders_areNamedWithSuggestions() throws IOException {
        write("a.csv", ":ID(Person),born:dat\n1,2\n");
        write("b.csv", ":ID(Person),:ID(Person)\n1,2\n");
        write("c.csv", ":ID(Person)\n1\n");
        write("r.csv", ":START_ID(Person),:END_ID(Persn),:TYPE\n1,2,T\n");
        write("s.csv", ":START_ID(Person)\n1\n");
        write("empty.csv", "");
        ImportPlan.HeaderFormat format = ImportPlan.HeaderFormat.DEFAULT;
        assertThat(failure(ErrorCode.IMPORT_BAD_HEADER, () -> headers(format, List.of("P=a.csv"), List.of())))
                .hasMessageContaining("a.csv, line=1, column=2, value='born:dat'")
                .hasMessageContaining("did you mean date?");
        assertThat(failure(ErrorCode.IMPORT_BAD_HEADER, () -> headers(format, List.of("P=b.csv"), List.of())))
                .hasMessageContaining("comes twice");
        assertThat(failure(ErrorCode.IMPORT_BAD_HEADER, () -> headers(format, List.of("P=c.csv"), List.of("r.csv"))))
                .hasMessageContaining("idSpace=Persn")
                .hasMessageContaining("did you mean Person?");
        assertThat(failure(ErrorCode.IMPORT_BAD_HEADER, () -> headers(format, List.of("P=c.csv"), List.of("T=s.csv"))))
                .hasMessageContaining("no :END_ID column");
        assertThat(failure(ErrorCode.IMPORT_BAD_HEADER, () -> headers(format, List.of("P=cc.csv"), List.of())))
                .hasMessageContaining("no such file")
                .hasMessageContaining("did you mean");
        assertThat(failure(ErrorCode.IMPORT_BAD_HEADER, () -> headers(format, List.of("P=empty.csv"), List.of())))
                .hasMessageContaining("empty file");
    }

    @Test
    void wrongMappings_areNamedWithSuggestions() throws IOException {
        List<String[]> cases = new ArrayList<>();
        cases.add(new String[] {"\"labelColumn\"", "\"labelColum\"", "did you mean labelColumn?"});
        cases.add(new String[] {"\"LIST<STRING>\"", "\"STRNG\"", "did you mean STRING?"});
        cases.add(new String[] {"\"idSpace\": \"Place\", \"direction\"", "\"idSpace\": \"Plac\", \"direction\"", "Place"
        });
        cases.add(new String[] {"\"file\": \"person\"", "\"file\": \"persn\"", "did you mean person?"});
        cases.add(new String[] {"\"direction\": \"IN\"", "\"direction\": \"INTO\"", "expected OUT or IN"});
        cases.add(new String[] {"\"separator\": \"|\"", "\"separator\": \"||\"", "one ASCII character"});
        cases.add(new String[] {"{\"format\"", "{{\"format\"", "line=1"});
        for (String[] wrong : cases) {
            writeGraph();
            assertThat(MAPPING).contains(wrong[0]);
            write("m.json", MAPPING.replace(wrong[0], wrong[1]));
            assertThat(failure(ErrorCode.IMPORT_BAD_MAPPING, () -> runMapping(ROOMY)))
                    .hasMessageContaining(wrong[2]);
        }
        writeGraph();
        write("m.json", MAPPING.replace("\"column\": \"born\"", "\"column\": \"birn\""));
        assertThat(failure(ErrorCode.IMPORT_BAD_HEADER, () -> runMapping(ROOMY)))
                .hasMessageContaining("no such column: column=birn")
                .hasMessageContaining("did you mean born?");
        writeGraph();
        write("person.csv", PEOPLE.replace('|', '\t'));
        assertThat(failure(ErrorCode.IMPORT_BAD_HEADER, () -> runMapping(ROOMY)))
                .hasMessageContaining("person.csv, line=1")
                .hasMessageContaining("if the columns are separated by tabulators, write \"separator\": \"\\t\"");
    }

    @Test
    void truncatedCompressedFile_isNamed() throws IOException {
        writeGraph();
        byte[] whole = Files.readAllBytes(data.resolve("knows-2.csv.gz"));
        Files.write(data.resolve("knows-2.csv.gz"), java.util.Arrays.copyOf(whole, whole.length - 12));
        assertThat(failure(ErrorCode.IO_FAILED, () -> runMapping(ROOMY))).hasMessageContaining("knows-2.csv.gz");
    }

    @Test
    void interrupt_stopsTheImport() throws IOException {
        writeGraph();
        Thread.currentThread().interrupt();
        failure(ErrorCode.IMPORT_INTERRUPTED, () -> runMapping(TINY));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void progress_growsToItsTotal() throws IOException {
        writeGraph();
        List<ImportProgress.Step> steps = new ArrayList<>();
        new Importer(options, (fileSystem, directory, loadOptions) -> loader, TINY)
                .run(
                        ImportPlan.fromMapping(new LocalFileSystem(), data.resolve("m.json"), data),
                        data.resolve("db"),
                        steps::add);
        assertThat(steps).isNotEmpty();
        assertThat(steps).allSatisfy(step -> assertThat(step.done()).isLessThanOrEqualTo(step.totalEstimate()));
    }
}
