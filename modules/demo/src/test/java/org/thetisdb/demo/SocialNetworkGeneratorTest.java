package org.thetisdb.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ThetisException;

/** The network's files are well-formed, refer to each other, obey time, and look like a social network. */
class SocialNetworkGeneratorTest {
    private static final double SCALE = 0.04;
    private static final long SEED = 7;

    @TempDir
    static Path folder;

    private static GenerationSummary summary;
    private static final Map<NetworkFile, CsvTable> TABLES = new EnumMap<>(NetworkFile.class);

    @BeforeAll
    static void generate() throws IOException {
        summary = new SocialNetworkGenerator(SCALE, SEED, 2).generate(folder);
        for (NetworkFile file : NetworkFile.values()) {
            TABLES.put(file, new CsvTable(folder, file));
        }
    }

    private static CsvTable table(NetworkFile file) {
        return TABLES.get(file);
    }

    @Test
    void generate_sameSeedAndOtherThreadCount_sameBytes(@TempDir Path one, @TempDir Path other) throws Exception {
        new SocialNetworkGenerator(0.02, 1, 1).generate(one);
        new SocialNetworkGenerator(0.02, 1, 4).generate(other);
        assertThat(digest(one)).isEqualTo(digest(other));
        // A change of this digest is a change of every demonstration's data: intend it, then write the new one here.
        assertThat(digest(one)).startsWith("d1900530643c0de8");
    }

    @Test
    void generate_otherSeed_otherBytes(@TempDir Path one, @TempDir Path other) throws Exception {
        new SocialNetworkGenerator(0.005, 1, 1).generate(one);
        new SocialNetworkGenerator(0.005, 2, 1).generate(other);
        assertThat(digest(one)).isNotEqualTo(digest(other));
    }

    @Test
    void generate_progress_countsUpToTheTotal(@TempDir Path target) {
        List<Integer> calls = new ArrayList<>();
        new SocialNetworkGenerator(0.02, 1, 2).generate(target, (done, total) -> {
            assertThat(total).isEqualTo(7);
            calls.add(done);
        });
        assertThat(calls).containsExactly(1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void generate_badScaleOrThreads_saysSo() {
        for (double scale : new double[] {0, -1, 101, Double.NaN}) {
            assertThatThrownBy(() -> new SocialNetworkGenerator(scale, 1, 1))
                    .isInstanceOf(ThetisException.class)
                    .hasMessageContaining("scale=" + scale);
        }
        assertThatThrownBy(() -> new SocialNetworkGenerator(1, 1, 0)).hasMessageContaining("threadCount=0");
    }

    @Test
    void generate_folderIsAFile_saysWhich(@TempDir Path parent) throws IOException {
        Path file = Files.writeString(parent.resolve("taken"), "x");
        assertThatThrownBy(() -> new SocialNetworkGenerator(0.003, 1, 1).generate(file))
                .isInstanceOf(ThetisException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void summary_rows_equalTheFiles() {
        long rows = 0;
        long nodes = 0;
        long relationships = 0;
        for (NetworkFile file : NetworkFile.values()) {
            CsvTable table = table(file);
            assertThat(table.columns()).containsExactly(file.header().split("\\|"));
            assertThat(summary.rowCounts())
                    .containsEntry(file.path(), (long) table.rows().size());
            rows += table.rows().size();
            nodes += file.isNodes() ? table.rows().size() : 0;
            relationships +=
                    file.isNodes() ? foreignKeys(file, table) : table.rows().size();
        }
        assertThat(summary.rowCount()).isEqualTo(rows);
        assertThat(summary.nodeCount()).isEqualTo(nodes);
        assertThat(summary.relationshipCount()).isEqualTo(relationships);
    }

    private static long foreignKeys(NetworkFile file, CsvTable table) {
        long count = 0;
        for (int column = 0; column < table.columns().size(); column++) {
            if (table.columns().get(column).matches("[A-Z].*Id")) {
                int foreignKey = column;
                count += table.rows().stream()
                        .filter(row -> !row[foreignKey].isEmpty())
                        .count();
            }
        }
        assertThat(count).as("foreign keys of %s", file).isPositive();
        return count;
    }

    @Test
    void foreignKeys_always_referToARow() {
        Map<String, Set<String>> ids = new HashMap<>();
        ids.put("Place", table(NetworkFile.PLACE).by("id").keySet());
        ids.put("City", placesOfType("City"));
        ids.put("Country", placesOfType("Country"));
        ids.put("Person", table(NetworkFile.PERSON).by("id").keySet());
        ids.put("Forum", table(NetworkFile.FORUM).by("id").keySet());
        ids.put("Post", table(NetworkFile.POST).by("id").keySet());
        ids.put("Comment", table(NetworkFile.COMMENT).by("id").keySet());
        ids.put("Tag", table(NetworkFile.TAG).by("id").keySet());
        ids.put("TagClass", table(NetworkFile.TAG_CLASS).by("id").keySet());
        ids.put("University", organisationsOfType("University"));
        ids.put("Company", organisationsOfType("Company"));
        for (NetworkFile file : NetworkFile.values()) {
            CsvTable table = table(file);
            for (String column : table.columns()) {
                if (!column.matches("[A-Z].*Id")) {
                    continue;
                }
                String kind = ids.keySet().stream()
                        .filter(name -> column.replaceAll("[0-9]", "").endsWith(name + "Id"))
                        .max((a, b) -> Integer.compare(a.length(), b.length()))
                        .orElseThrow(() -> new AssertionError(column));
                int index = table.column(column);
                for (String[] row : table.rows()) {
                    if (!row[index].isEmpty()) {
                        check(ids.get(kind).contains(row[index]), file, row);
                    }
                }
            }
        }
        Set<String> posts = new HashSet<>(ids.get("Post"));
        posts.retainAll(ids.get("Comment"));
        assertThat(posts).as("ids of posts and comments are one space").isEmpty();
    }

    private static Set<String> placesOfType(String type) {
        return idsOfType(table(NetworkFile.PLACE), type);
    }

    private static Set<String> organisationsOfType(String type) {
        return idsOfType(table(NetworkFile.ORGANISATION), type);
    }

    private static Set<String> idsOfType(CsvTable table, String type) {
        Set<String> ids = new HashSet<>();
        for (String[] row : table.rows()) {
            if (row[table.column("type")].equals(type)) {
                ids.add(row[table.column("id")]);
            }
        }
        assertThat(ids).isNotEmpty();
        return ids;
    }

    @Test
    void pairs_always_occurOnce() {
        for (NetworkFile file : NetworkFile.values()) {
            if (file.isNodes()) {
                continue;
            }
            Set<String> pairs = new HashSet<>();
            for (String[] row : table(file).rows()) {
                check(pairs.add(row[1] + "|" + row[2]), file, row);
            }
        }
    }

    @Test
    void dates_always_followTheirCauses() {
        Map<String, String> persons = dates(NetworkFile.PERSON);
        Map<String, String> forums = dates(NetworkFile.FORUM);
        Map<String, String> messages = new HashMap<>(dates(NetworkFile.POST));
        messages.putAll(dates(NetworkFile.COMMENT));
        after(NetworkFile.FORUM, persons, "ModeratorPersonId");
        after(NetworkFile.POST, persons, "CreatorPersonId");
        after(NetworkFile.POST, forums, "ContainerForumId");
        after(NetworkFile.COMMENT, persons, "CreatorPersonId");
        after(NetworkFile.COMMENT, messages, "ParentPostId");
        after(NetworkFile.COMMENT, messages, "ParentCommentId");
        after(NetworkFile.PERSON_KNOWS_PERSON, persons, "Person1Id");
        after(NetworkFile.PERSON_KNOWS_PERSON, persons, "Person2Id");
        after(NetworkFile.FORUM_HAS_MEMBER_PERSON, persons, "PersonId");
        after(NetworkFile.FORUM_HAS_MEMBER_PERSON, forums, "ForumId");
        after(NetworkFile.PERSON_LIKES_POST, persons, "PersonId");
        after(NetworkFile.PERSON_LIKES_POST, messages, "PostId");
        after(NetworkFile.PERSON_LIKES_COMMENT, persons, "PersonId");
        after(NetworkFile.PERSON_LIKES_COMMENT, messages, "CommentId");
        Pattern moment = Pattern.compile("201[0-2]-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}\\+00:00");
        TABLES.forEach((file, table) -> {
            if (table.columns().contains("creationDate")) {
                int date = table.column("creationDate");
                table.rows().forEach(row -> check(moment.matcher(row[date]).matches(), file, row));
            }
        });
    }

    private static Map<String, String> dates(NetworkFile file) {
        CsvTable table = table(file);
        Map<String, String> dates = new HashMap<>();
        table.by("id").forEach((id, row) -> dates.put(id, row[table.column("creationDate")]));
        return dates;
    }

    private static void after(NetworkFile file, Map<String, String> causes, String column) {
        CsvTable table = table(file);
        int date = table.column("creationDate");
        int reference = table.column(column);
        for (String[] row : table.rows()) {
            if (!row[reference].isEmpty()) {
                check(row[date].compareTo(causes.get(row[reference])) > 0, file, row);
            }
        }
    }

    @Test
    void authors_always_belongToTheForumBefore() {
        CsvTable posts = table(NetworkFile.POST);
        CsvTable comments = table(NetworkFile.COMMENT);
        Map<String, String> joined = new HashMap<>();
        for (String[] row : table(NetworkFile.FORUM_HAS_MEMBER_PERSON).rows()) {
            joined.put(row[1] + "|" + row[2], row[0]);
        }
        Map<String, String> moderators = new HashMap<>();
        table(NetworkFile.FORUM).rows().forEach(row -> moderators.put(row[1], row[3]));
        Map<String, String> forumOf = new HashMap<>();
        Map<String, String> openers = new HashMap<>();
        for (String[] row : posts.rows()) {
            forumOf.put(row[1], row[posts.column("ContainerForumId")]);
            openers.put(row[1], row[posts.column("CreatorPersonId")]);
        }
        // Rows of a thread come in the order of its growth, so a parent is always known already.
        for (String[] row : comments.rows()) {
            String parent = row[comments.column("ParentPostId")] + row[comments.column("ParentCommentId")];
            check(forumOf.containsKey(parent), NetworkFile.COMMENT, row);
            forumOf.put(row[1], forumOf.get(parent));
            openers.put(row[1], openers.get(parent));
            String author = row[comments.column("CreatorPersonId")];
            if (!author.equals(openers.get(parent))) {
                String since = joined.get(forumOf.get(parent) + "|" + author);
                check(row[0].compareTo(since) > 0, NetworkFile.COMMENT, row);
            }
        }
        for (String[] row : posts.rows()) {
            String author = row[posts.column("CreatorPersonId")];
            String forum = row[posts.column("ContainerForumId")];
            if (!author.equals(moderators.get(forum))) {
                check(row[0].compareTo(joined.get(forum + "|" + author)) > 0, NetworkFile.POST, row);
            }
        }
    }

    @Test
    void contents_always_haveTheLengthTheyClaim() {
        for (NetworkFile file : List.of(NetworkFile.POST, NetworkFile.COMMENT)) {
            CsvTable table = table(file);
            int withQuotes = 0;
            for (String[] row : table.rows()) {
                String content = row[table.column("content")];
                check(row[table.column("length")].equals(Integer.toString(content.length())), file, row);
                withQuotes += content.contains("\"") ? 1 : 0;
            }
            assertThat(withQuotes).isPositive();
        }
    }

    @Test
    void degrees_areSkewed() {
        List<Integer> friends = new ArrayList<>();
        Map<String, Integer> degrees =
                new HashMap<>(table(NetworkFile.PERSON_KNOWS_PERSON).counts("Person1Id"));
        table(NetworkFile.PERSON_KNOWS_PERSON)
                .counts("Person2Id")
                .forEach((person, count) -> degrees.merge(person, count, Integer::sum));
        friends.addAll(degrees.values());
        assertThat(mean(friends)).isBetween(8.0, 25.0);
        assertThat(gini(friends)).isBetween(0.35, 0.65);
        assertThat(degrees.get("0")).as("friends of person 0").isGreaterThan((int) (2.5 * mean(friends)));
        assertThat(gini(table(NetworkFile.COMMENT).counts("CreatorPersonId").values()))
                .isBetween(0.5, 0.9);
        assertThat(gini(table(NetworkFile.PERSON_LIKES_POST).counts("PostId").values()))
                .isBetween(0.2, 0.7);
        assertThat(max(table(NetworkFile.POST_HAS_TAG_TAG).counts("TagId").values()))
                .isGreaterThan(50);
    }

    /** A cheap assertion for what is asked of every row. */
    private static void check(boolean holds, NetworkFile file, String[] row) {
        if (!holds) {
            throw new AssertionError(
                    "scale=" + SCALE + ", seed=" + SEED + ", file=" + file + ", row=" + Arrays.toString(row));
        }
    }

    private static double mean(Iterable<Integer> values) {
        double sum = 0;
        int count = 0;
        for (int value : values) {
            sum += value;
            count++;
        }
        return sum / count;
    }

    private static int max(Iterable<Integer> values) {
        int max = 0;
        for (int value : values) {
            max = Math.max(max, value);
        }
        return max;
    }

    private static double gini(Iterable<Integer> values) {
        List<Integer> sorted = new ArrayList<>();
        values.forEach(sorted::add);
        sorted.sort(Integer::compare);
        double weighted = 0;
        double sum = 0;
        for (int index = 0; index < sorted.size(); index++) {
            weighted += (index + 1.0) * sorted.get(index);
            sum += sorted.get(index);
        }
        return (2 * weighted) / (sorted.size() * sum) - (sorted.size() + 1.0) / sorted.size();
    }

    @Test
    void friends_areMoreAlikeThanStrangers() {
        Map<String, String[]> persons = table(NetworkFile.PERSON).by("id");
        int city = table(NetworkFile.PERSON).column("LocationCityId");
        Map<String, String> schools = new HashMap<>();
        table(NetworkFile.PERSON_STUDY_AT_UNIVERSITY).rows().forEach(row -> schools.put(row[1], row[2]));
        Map<String, Set<String>> interests = new HashMap<>();
        for (String[] row : table(NetworkFile.PERSON_HAS_INTEREST_TAG).rows()) {
            interests.computeIfAbsent(row[1], person -> new HashSet<>()).add(row[2]);
        }
        double[] friends = new double[3];
        double[] strangers = new double[3];
        Random random = new Random(SEED);
        List<String> ids = persons.keySet().stream().sorted().toList();
        for (String[] row : table(NetworkFile.PERSON_KNOWS_PERSON).rows()) {
            String one = ids.get(random.nextInt(ids.size()));
            String other = ids.get(random.nextInt(ids.size()));
            addLikeness(friends, row[1], row[2], persons, city, schools, interests);
            if (!one.equals(other)) {
                addLikeness(strangers, one, other, persons, city, schools, interests);
            }
        }
        assertThat(friends[0]).as("same city").isGreaterThan(2 * strangers[0]);
        assertThat(friends[1]).as("same university").isGreaterThan(2 * strangers[1]);
        assertThat(friends[2]).as("shared interests").isGreaterThan(1.5 * strangers[2]);
    }

    private static void addLikeness(
            double[] sums,
            String one,
            String other,
            Map<String, String[]> persons,
            int city,
            Map<String, String> schools,
            Map<String, Set<String>> interests) {
        sums[0] += persons.get(one)[city].equals(persons.get(other)[city]) ? 1 : 0;
        sums[1] += schools.containsKey(one) && schools.get(one).equals(schools.get(other)) ? 1 : 0;
        Set<String> shared = new HashSet<>(interests.get(one));
        shared.retainAll(interests.get(other));
        sums[2] += shared.size();
    }

    @Test
    void threads_goDeep() {
        CsvTable comments = table(NetworkFile.COMMENT);
        Map<String, Integer> depths = new HashMap<>();
        for (String[] row : comments.rows()) {
            depths.put(row[1], 1 + depths.getOrDefault(row[comments.column("ParentCommentId")], 0));
        }
        assertThat(max(depths.values())).isBetween(4, 15);
        assertThat(mean(depths.values())).isBetween(1.4, 2.2);
    }

    private static String digest(Path folder) throws IOException, NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (NetworkFile file : NetworkFile.values()) {
            digest.update(Files.readAllBytes(folder.resolve(file.path())));
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
