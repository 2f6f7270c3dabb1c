package org.thetisdb.importer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.importer.csv.CsvInput;
import org.thetisdb.importer.load.ImportLimits;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.storage.Statistics;
import org.thetisdb.storage.load.BulkLoader;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Both example mappings on the small social network, checked against the counts that come with it. */
class SnbImportTest {
    private static final Path PROJECT = Path.of(System.getProperty("thetis.project", "../.."));
    private static final Path DATA =
            PROJECT.resolve("../shared/data/snb-sf0.003").normalize();
    private static final String SNAPSHOT = "initial_snapshot/";

    @TempDir
    Path temporary;

    private JsonNode stats;

    @BeforeEach
    void findData() throws IOException {
        boolean there = Files.exists(DATA.resolve("stats.json"));
        if (!there) {
            System.out.println("skipped: no test data in " + DATA);
        }
        Assumptions.assumeTrue(there, "no test data in " + DATA);
        stats = JsonMapper.builder().build().readTree(Files.readString(DATA.resolve("stats.json")));
    }

    private long rows(String table) {
        return stats.get(SNAPSHOT + table).get("rows").longValue();
    }

    private Map<String, Long> expectedTypes() {
        Map<String, Long> types = new TreeMap<>();
        for (String[] pair : new String[][] {
            {"static/Place_isPartOf_Place", "IS_PART_OF"},
            {"static/Organisation_isLocatedIn_Place", "IS_LOCATED_IN"},
            {"static/TagClass_isSubclassOf_TagClass", "IS_SUBCLASS_OF"},
            {"static/Tag_hasType_TagClass", "HAS_TYPE"},
            {"dynamic/Person_isLocatedIn_City", "IS_LOCATED_IN"},
            {"dynamic/Post_isLocatedIn_Country", "IS_LOCATED_IN"},
            {"dynamic/Comment_isLocatedIn_Country", "IS_LOCATED_IN"},
            {"dynamic/Forum_hasModerator_Person", "HAS_MODERATOR"},
            {"dynamic/Forum_containerOf_Post", "CONTAINER_OF"},
            {"dynamic/Forum_hasMember_Person", "HAS_MEMBER"},
            {"dynamic/Forum_hasTag_Tag", "HAS_TAG"},
            {"dynamic/Post_hasTag_Tag", "HAS_TAG"},
            {"dynamic/Comment_hasTag_Tag", "HAS_TAG"},
            {"dynamic/Post_hasCreator_Person", "HAS_CREATOR"},
            {"dynamic/Comment_hasCreator_Person", "HAS_CREATOR"},
            {"dynamic/Comment_replyOf_Post", "REPLY_OF"},
            {"dynamic/Comment_replyOf_Comment", "REPLY_OF"},
            {"dynamic/Person_knows_Person", "KNOWS"},
            {"dynamic/Person_hasInterest_Tag", "HAS_INTEREST"},
            {"dynamic/Person_studyAt_University", "STUDY_AT"},
            {"dynamic/Person_workAt_Company", "WORK_AT"},
            {"dynamic/Person_likes_Post", "LIKES"},
            {"dynamic/Person_likes_Comment", "LIKES"}
        }) {
            types.merge(pair[1], rows(pair[0]), Long::sum);
        }
        return types;
    }

    private Map<String, Long> expectedLabels() {
        Map<String, Long> labels = new TreeMap<>();
        for (String name : List.of("Place", "Organisation", "Tag", "TagClass")) {
            labels.put(name, rows("static/" + name));
        }
        for (String name : List.of("Place", "Organisation")) {
            JsonNode types = stats.get(SNAPSHOT + "static/" + name).get("types");
            types.propertyNames()
                    .forEach(type -> labels.put(type, types.get(type).longValue()));
        }
        for (String name : List.of("Person", "Forum", "Post", "Comment")) {
            labels.put(name, rows("dynamic/" + name));
        }
        labels.put("Message", rows("dynamic/Post") + rows("dynamic/Comment"));
        return labels;
    }

    private static ImportPlan plan(String mapping, Path data) {
        return ImportPlan.fromMapping(
                new LocalFileSystem(), PROJECT.resolve("examples/snb").resolve(mapping), data);
    }

    private void assertCounts(ImportResult result, Path database) {
        assertThat(new TreeMap<>(result.nodesByLabel())).isEqualTo(expectedLabels());
        assertThat(new TreeMap<>(result.relationshipsByType())).isEqualTo(expectedTypes());
        try (GraphStore store = GraphStore.open(database, StoreOptions.byDefault())) {
            Statistics statistics = store.snapshot().statistics();
            expectedLabels()
                    .forEach((label, count) -> assertThat(statistics.nodesWithLabel(
                                    store.snapshot().catalog().labelId(label).orElseThrow()))
                            .as(label)
                            .isEqualTo(count));
            expectedTypes()
                    .forEach((type, count) -> assertThat(statistics.relationships(
                                    Statistics.ANY,
                                    store.snapshot().catalog().typeId(type).orElseThrow(),
                                    Statistics.ANY))
                            .as(type)
                            .isEqualTo(count));
            assertThat(store.snapshot().catalog().indexes()).isNotEmpty();
        }
    }

    @Test
    void projectedLayout_importsWithTheCountsOfTheData() {
        Path database = temporary.resolve("db");
        ImportResult result = new Importer(ImportOptions.defaults())
                .run(plan("projected-fk.json", DATA), database, ImportProgress.NONE);
        assertCounts(result, database);
        assertThat(result.notes()).isEmpty();
    }

    @Test
    void tinyMemory_spillsAndGivesTheSameGraph() {
        Path database = temporary.resolve("db");
        ImportLimits limits = new ImportLimits(1 << 20, 20_000, 1000, 4096, 100, 500);
        ImportResult result = new Importer(ImportOptions.defaults(), BulkLoader::create, limits)
                .run(plan("projected-fk.json", DATA), database, ImportProgress.NONE);
        assertCounts(result, database);
        assertThat(result.notes()).anyMatch(note -> note.contains("went to disk"));
        assertThat(result.spilledBytes()).isPositive();
    }

    @Test
    void mergedLayout_givesTheSameGraphAsTheProjectedOne() throws IOException {
        mergeLayout();
        Path database = temporary.resolve("db");
        ImportResult result = new Importer(ImportOptions.defaults())
                .run(plan("merged-fk.json", temporary), database, ImportProgress.NONE);
        assertCounts(result, database);
        assertThat(graph("merged-fk.json", temporary)).isEqualTo(graph("projected-fk.json", DATA));
    }

    /** Every relationship as text, with how often it comes. */
    private static Map<String, Long> graph(String mapping, Path data) {
        RecordingLoader loader = new RecordingLoader();
        new Importer(
                        ImportOptions.defaults(),
                        (fileSystem, directory, options) -> loader,
                        new ImportLimits(1 << 20, 100_000, 1000, 65536, 1000, 500))
                .run(plan(mapping, data), data.resolve("none"), ImportProgress.NONE);
        return loader.relationships.stream()
                .collect(Collectors.groupingBy(Object::toString, TreeMap::new, Collectors.counting()));
    }

    /** Writes the small data in the layout where relationships to one node are columns of the source's file. */
    private void mergeLayout() throws IOException {
        Files.createDirectories(temporary.resolve(SNAPSHOT + "static"));
        Files.createDirectories(temporary.resolve(SNAPSHOT + "dynamic"));
        merge("static/Place", "PartOfPlaceId=static/Place_isPartOf_Place");
        merge("static/Organisation", "LocationPlaceId=static/Organisation_isLocatedIn_Place");
        merge("static/TagClass", "SubclassOfTagClassId=static/TagClass_isSubclassOf_TagClass");
        merge("static/Tag", "TypeTagClassId=static/Tag_hasType_TagClass");
        merge("dynamic/Person", "LocationCityId=dynamic/Person_isLocatedIn_City");
        merge("dynamic/Forum", "ModeratorPersonId=dynamic/Forum_hasModerator_Person");
        merge(
                "dynamic/Post",
                "CreatorPersonId=dynamic/Post_hasCreator_Person",
                "ContainerForumId=dynamic/Forum_containerOf_Post",
                "LocationCountryId=dynamic/Post_isLocatedIn_Country");
        merge(
                "dynamic/Comment",
                "CreatorPersonId=dynamic/Comment_hasCreator_Person",
                "LocationCountryId=dynamic/Comment_isLocatedIn_Country",
                "ParentPostId=dynamic/Comment_replyOf_Post",
                "ParentCommentId=dynamic/Comment_replyOf_Comment");
        for (String name : List.of(
                "Person_knows_Person",
                "Person_hasInterest_Tag",
                "Person_studyAt_University",
                "Person_workAt_Company",
                "Forum_hasMember_Person",
                "Forum_hasTag_Tag",
                "Post_hasTag_Tag",
                "Comment_hasTag_Tag",
                "Person_likes_Post",
                "Person_likes_Comment")) {
            String file = SNAPSHOT + "dynamic/" + name + ".csv.gz";
            Files.copy(DATA.resolve(file), temporary.resolve(file));
        }
    }

    private static List<String> lines(String table) throws IOException {
        Path file = DATA.resolve(SNAPSHOT + table + ".csv.gz");
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                CsvInput.open(new LocalFileSystem(), file, new AtomicLong()), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }

    private void merge(String table, String... columns) throws IOException {
        List<String> merged = new ArrayList<>(lines(table));
        int idColumn = List.of(merged.getFirst().split("\\|")).indexOf("id");
        for (String column : columns) {
            String name = column.substring(0, column.indexOf('='));
            boolean incoming = name.equals("ContainerForumId");
            Map<String, String> targets = new HashMap<>();
            for (String line : lines(column.substring(name.length() + 1))) {
                String[] fields = line.split("\\|");
                String first = fields[fields.length - 2];
                String last = fields[fields.length - 1];
                targets.put(incoming ? last : first, incoming ? first : last);
            }
            merged.replaceAll(line -> line + "|" + targets.getOrDefault(line.split("\\|", -1)[idColumn], ""));
            merged.set(0, merged.getFirst().substring(0, merged.getFirst().lastIndexOf('|') + 1) + name);
        }
        Files.write(temporary.resolve(SNAPSHOT + table + ".csv"), merged);
    }
}
