package org.thetisdb.snb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.thetisdb.snb.DatedRows.Children;
import org.thetisdb.snb.DatedRows.Row;

/**
 * The inserts and deletes of a scale as statements, day by day. One thread; close it.
 *
 * <p>Within a day all inserts come before all deletes, kind by kind in the order of {@link #QUERIES}, each kind by
 * time. An inserted entity is one statement with all the rows of its relationships; memberships, likes and friendships
 * are statements of their own. The files must be of the layout with one file per relationship type.
 */
public final class UpdateStream implements AutoCloseable {
    /** The names of the texts, in the order in which they run within a day. */
    public static final List<String> QUERIES = List.of(
            "iu-1", "iu-4", "iu-5", "iu-6", "iu-7", "iu-2", "iu-3", "iu-8", "del-7", "del-6", "del-4", "del-1", "del-5",
            "del-8", "del-3", "del-2");

    private final Path folder;
    private final Map<String, DatedRows> files = new LinkedHashMap<>();

    private UpdateStream(Path folder) {
        this.folder = folder;
    }

    /**
     * Opens the updates of a scale. A file that is absent has no rows: the smallest scale inserts no person.
     *
     * @param folder the scale's folder, which holds {@code inserts/dynamic} and {@code deletes/dynamic}
     */
    public static UpdateStream open(Path folder) throws IOException {
        if (!Files.isDirectory(folder.resolve("inserts"))) {
            throw new NoSuchFileException(folder.resolve("inserts").toString(), null, "the scale has no updates");
        }
        UpdateStream stream = new UpdateStream(folder);
        try {
            for (String file : List.of(
                    "Person",
                    "Person_isLocatedIn_City",
                    "Person_hasInterest_Tag",
                    "Person_studyAt_University",
                    "Person_workAt_Company",
                    "Person_knows_Person",
                    "Person_likes_Post",
                    "Person_likes_Comment",
                    "Forum",
                    "Forum_hasModerator_Person",
                    "Forum_hasTag_Tag",
                    "Forum_hasMember_Person",
                    "Forum_containerOf_Post",
                    "Post",
                    "Post_hasCreator_Person",
                    "Post_isLocatedIn_Country",
                    "Post_hasTag_Tag",
                    "Comment",
                    "Comment_hasCreator_Person",
                    "Comment_isLocatedIn_Country",
                    "Comment_replyOf_Post",
                    "Comment_replyOf_Comment",
                    "Comment_hasTag_Tag")) {
                stream.openFile("inserts", file);
            }
            for (String file : List.of(
                    "Comment",
                    "Post",
                    "Forum",
                    "Person",
                    "Forum_hasMember_Person",
                    "Person_knows_Person",
                    "Person_likes_Comment",
                    "Person_likes_Post")) {
                stream.openFile("deletes", file);
            }
            return stream;
        } catch (IOException | RuntimeException failure) {
            stream.close();
            throw failure;
        }
    }

    private void openFile(String part, String file) throws IOException {
        Path path = folder.resolve(part).resolve("dynamic").resolve(file + ".csv.gz");
        files.put(part + "/" + file, Files.exists(path) ? DatedRows.open(path) : DatedRows.none(path));
    }

    /** The next day's statements, or nothing after the last day. */
    public Optional<UpdateBatch> next() throws IOException {
        String day = null;
        for (DatedRows rows : files.values()) {
            String candidate = rows.nextDay();
            if (candidate != null && (day == null || candidate.compareTo(day) < 0)) {
                day = candidate;
            }
        }
        if (day == null) {
            return Optional.empty();
        }
        List<UpdateStatement> statements = new ArrayList<>();
        insertPersons(day, statements);
        insertForums(day, statements);
        forEach("inserts/Forum_hasMember_Person", day, "iu-5", statements, row -> dated(row, "ForumId", "PersonId"));
        insertPosts(day, statements);
        insertComments(day, statements);
        forEach("inserts/Person_likes_Post", day, "iu-2", statements, row -> dated(row, "PersonId", "PostId"));
        forEach("inserts/Person_likes_Comment", day, "iu-3", statements, row -> dated(row, "PersonId", "CommentId"));
        forEach("inserts/Person_knows_Person", day, "iu-8", statements, row -> dated(row, "Person1Id", "Person2Id"));
        forEach("deletes/Comment", day, "del-7", statements, row -> Map.of("commentId", row.integer("id")));
        forEach("deletes/Post", day, "del-6", statements, row -> Map.of("postId", row.integer("id")));
        forEach("deletes/Forum", day, "del-4", statements, row -> Map.of("forumId", row.integer("id")));
        forEach("deletes/Person", day, "del-1", statements, row -> Map.of("personId", row.integer("id")));
        forEach("deletes/Forum_hasMember_Person", day, "del-5", statements, row -> ids(row, "ForumId", "PersonId"));
        forEach("deletes/Person_knows_Person", day, "del-8", statements, row -> ids(row, "Person1Id", "Person2Id"));
        forEach("deletes/Person_likes_Comment", day, "del-3", statements, row -> ids(row, "PersonId", "CommentId"));
        forEach("deletes/Person_likes_Post", day, "del-2", statements, row -> ids(row, "PersonId", "PostId"));
        return Optional.of(new UpdateBatch(day, statements));
    }

    private DatedRows rows(String file) {
        return Objects.requireNonNull(files.get(file), file);
    }

    private void forEach(
            String file,
            String day,
            String query,
            List<UpdateStatement> statements,
            Function<Row, Map<String, Object>> parameters)
            throws IOException {
        for (Row row : rows(file).take(day)) {
            statements.add(new UpdateStatement(query, Collections.unmodifiableMap(parameters.apply(row))));
        }
    }

    /** Columns of ids as parameters: {@code PostId} is {@code $postId}. */
    private static Map<String, Object> ids(Row row, String... columns) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        for (String column : columns) {
            String name = Character.toLowerCase(column.charAt(0)) + column.substring(1);
            parameters.put(name, row.integer(column));
        }
        return parameters;
    }

    private static Map<String, Object> dated(Row row, String... columns) {
        Map<String, Object> parameters = ids(row, columns);
        parameters.put("creationDate", row.datetime("creationDate"));
        return parameters;
    }

    private Children<Long> idsOf(String file, String day, String idColumn, String otherColumn) throws IOException {
        return rows("inserts/" + file).takeBy(day, idColumn, row -> row.integer(otherColumn));
    }

    private void insertPersons(String day, List<UpdateStatement> statements) throws IOException {
        Children<Long> cities = idsOf("Person_isLocatedIn_City", day, "PersonId", "CityId");
        Children<Long> interests = idsOf("Person_hasInterest_Tag", day, "PersonId", "TagId");
        Children<Map<String, Object>> studies = rows("inserts/Person_studyAt_University")
                .takeBy(
                        day,
                        "PersonId",
                        row -> Map.of(
                                "universityId", row.integer("UniversityId"), "classYear", row.integer("classYear")));
        Children<Map<String, Object>> jobs = rows("inserts/Person_workAt_Company")
                .takeBy(
                        day,
                        "PersonId",
                        row -> Map.of("companyId", row.integer("CompanyId"), "workFrom", row.integer("workFrom")));
        forEach("inserts/Person", day, "iu-1", statements, row -> {
            long id = row.integer("id");
            Map<String, Object> parameters = new LinkedHashMap<>();
            parameters.put("personId", id);
            for (String column : List.of("firstName", "lastName", "gender", "locationIP", "browserUsed")) {
                parameters.put(column, row.text(column));
            }
            parameters.put("birthday", row.date("birthday"));
            parameters.put("creationDate", row.datetime("creationDate"));
            parameters.put("cityId", cities.only(id));
            parameters.put("speaks", row.texts("language"));
            parameters.put("emails", row.texts("email"));
            parameters.put("tagIds", interests.of(id));
            parameters.put("studyAt", studies.of(id));
            parameters.put("workAt", jobs.of(id));
            return parameters;
        });
        List.of(cities, interests, studies, jobs).forEach(Children::requireAllFetched);
    }

    private void insertForums(String day, List<UpdateStatement> statements) throws IOException {
        Children<Long> moderators = idsOf("Forum_hasModerator_Person", day, "ForumId", "PersonId");
        Children<Long> tags = idsOf("Forum_hasTag_Tag", day, "ForumId", "TagId");
        forEach("inserts/Forum", day, "iu-4", statements, row -> {
            long id = row.integer("id");
            Map<String, Object> parameters = new LinkedHashMap<>();
            parameters.put("forumId", id);
            parameters.put("title", row.text("title"));
            parameters.put("creationDate", row.datetime("creationDate"));
            parameters.put("moderatorId", moderators.only(id));
            parameters.put("tagIds", tags.of(id));
            return parameters;
        });
        List.of(moderators, tags).forEach(Children::requireAllFetched);
    }

    private void insertPosts(String day, List<UpdateStatement> statements) throws IOException {
        Children<Long> authors = idsOf("Post_hasCreator_Person", day, "PostId", "PersonId");
        Children<Long> forums = idsOf("Forum_containerOf_Post", day, "PostId", "ForumId");
        Children<Long> countries = idsOf("Post_isLocatedIn_Country", day, "PostId", "CountryId");
        Children<Long> tags = idsOf("Post_hasTag_Tag", day, "PostId", "TagId");
        forEach("inserts/Post", day, "iu-6", statements, row -> {
            long id = row.integer("id");
            Map<String, Object> parameters = message(row, "postId");
            parameters.put("imageFile", row.text("imageFile"));
            parameters.put("language", row.text("language"));
            parameters.put("authorId", authors.only(id));
            parameters.put("forumId", forums.only(id));
            parameters.put("countryId", countries.only(id));
            parameters.put("tagIds", tags.of(id));
            return parameters;
        });
        List.of(authors, forums, countries, tags).forEach(Children::requireAllFetched);
    }

    private void insertComments(String day, List<UpdateStatement> statements) throws IOException {
        Children<Long> authors = idsOf("Comment_hasCreator_Person", day, "CommentId", "PersonId");
        Children<Long> countries = idsOf("Comment_isLocatedIn_Country", day, "CommentId", "CountryId");
        Children<Long> posts = idsOf("Comment_replyOf_Post", day, "CommentId", "PostId");
        Children<Long> comments = idsOf("Comment_replyOf_Comment", day, "Comment1Id", "Comment2Id");
        Children<Long> tags = idsOf("Comment_hasTag_Tag", day, "CommentId", "TagId");
        forEach("inserts/Comment", day, "iu-7", statements, row -> {
            long id = row.integer("id");
            Long post = posts.onlyOrNull(id);
            Long comment = comments.onlyOrNull(id);
            if ((post == null) == (comment == null)) {
                throw new IllegalStateException("a comment has one parent: id=" + id + ", day=" + day + ", post=" + post
                        + ", comment=" + comment + ", folder=" + folder);
            }
            Map<String, Object> parameters = message(row, "commentId");
            parameters.put("authorId", authors.only(id));
            parameters.put("countryId", countries.only(id));
            parameters.put("parentPostId", post);
            parameters.put("parentCommentId", comment);
            parameters.put("tagIds", tags.of(id));
            return parameters;
        });
        List.of(authors, countries, posts, comments, tags).forEach(Children::requireAllFetched);
    }

    private static Map<String, Object> message(Row row, String idName) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put(idName, row.integer("id"));
        parameters.put("creationDate", row.datetime("creationDate"));
        parameters.put("locationIP", row.text("locationIP"));
        parameters.put("browserUsed", row.text("browserUsed"));
        parameters.put("content", row.text("content"));
        parameters.put("length", row.integer("length"));
        return parameters;
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (DatedRows rows : files.values()) {
            try {
                rows.close();
            } catch (IOException each) {
                failure = each;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
