package org.thetisdb.bench.snb;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The schema of the social network: what each file holds and what each foreign-key column stands for. */
public final class SnbSchema {
    private SnbSchema() {}

    /**
     * A file of nodes.
     *
     * @param file the file's name without extension; also the name of the node kind
     * @param idSpace nodes of one space have distinct ids: Post and Comment share the space Message
     * @param labels the labels of every node; Place and Organisation get a second one from their column type
     */
    public record NodeFile(String file, String idSpace, List<String> labels) {}

    /**
     * A file of relationships, or those that a foreign-key column stands for.
     *
     * @param file the file's name without extension, as in the layout with one file per relationship type
     * @param type the relationship type
     * @param source the kind of the source node
     * @param target the kind of the target node
     */
    public record RelationshipFile(String file, String type, String source, String target) {}

    /** All kinds of nodes. */
    public static final List<NodeFile> NODES = List.of(
            new NodeFile("Organisation", "Organisation", List.of("Organisation")),
            new NodeFile("Place", "Place", List.of("Place")),
            new NodeFile("Tag", "Tag", List.of("Tag")),
            new NodeFile("TagClass", "TagClass", List.of("TagClass")),
            new NodeFile("Comment", "Message", List.of("Message", "Comment")),
            new NodeFile("Forum", "Forum", List.of("Forum")),
            new NodeFile("Person", "Person", List.of("Person")),
            new NodeFile("Post", "Message", List.of("Message", "Post")));

    /** All kinds of relationships, named by the files of the layout that has one file for each. */
    public static final List<RelationshipFile> RELATIONSHIPS = List.of(
            new RelationshipFile("Organisation_isLocatedIn_Place", "IS_LOCATED_IN", "Organisation", "Place"),
            new RelationshipFile("Place_isPartOf_Place", "IS_PART_OF", "Place", "Place"),
            new RelationshipFile("TagClass_isSubclassOf_TagClass", "IS_SUBCLASS_OF", "TagClass", "TagClass"),
            new RelationshipFile("Tag_hasType_TagClass", "HAS_TYPE", "Tag", "TagClass"),
            new RelationshipFile("Comment_hasCreator_Person", "HAS_CREATOR", "Comment", "Person"),
            new RelationshipFile("Comment_hasTag_Tag", "HAS_TAG", "Comment", "Tag"),
            new RelationshipFile("Comment_isLocatedIn_Country", "IS_LOCATED_IN", "Comment", "Place"),
            new RelationshipFile("Comment_replyOf_Comment", "REPLY_OF", "Comment", "Comment"),
            new RelationshipFile("Comment_replyOf_Post", "REPLY_OF", "Comment", "Post"),
            new RelationshipFile("Forum_containerOf_Post", "CONTAINER_OF", "Forum", "Post"),
            new RelationshipFile("Forum_hasMember_Person", "HAS_MEMBER", "Forum", "Person"),
            new RelationshipFile("Forum_hasModerator_Person", "HAS_MODERATOR", "Forum", "Person"),
            new RelationshipFile("Forum_hasTag_Tag", "HAS_TAG", "Forum", "Tag"),
            new RelationshipFile("Person_hasInterest_Tag", "HAS_INTEREST", "Person", "Tag"),
            new RelationshipFile("Person_isLocatedIn_City", "IS_LOCATED_IN", "Person", "Place"),
            new RelationshipFile("Person_knows_Person", "KNOWS", "Person", "Person"),
            new RelationshipFile("Person_likes_Comment", "LIKES", "Person", "Comment"),
            new RelationshipFile("Person_likes_Post", "LIKES", "Person", "Post"),
            new RelationshipFile("Person_studyAt_University", "STUDY_AT", "Person", "Organisation"),
            new RelationshipFile("Person_workAt_Company", "WORK_AT", "Person", "Organisation"),
            new RelationshipFile("Post_hasCreator_Person", "HAS_CREATOR", "Post", "Person"),
            new RelationshipFile("Post_hasTag_Tag", "HAS_TAG", "Post", "Tag"),
            new RelationshipFile("Post_isLocatedIn_Country", "IS_LOCATED_IN", "Post", "Place"));

    /** Foreign-key columns of the merged layout: node file and column → the file that the other layout has for it. */
    private static final Map<String, String> FOREIGN_KEYS = Map.ofEntries(
            Map.entry("Comment.CreatorPersonId", "Comment_hasCreator_Person"),
            Map.entry("Comment.LocationCountryId", "Comment_isLocatedIn_Country"),
            Map.entry("Comment.ParentPostId", "Comment_replyOf_Post"),
            Map.entry("Comment.ParentCommentId", "Comment_replyOf_Comment"),
            Map.entry("Post.CreatorPersonId", "Post_hasCreator_Person"),
            Map.entry("Post.ContainerForumId", "Forum_containerOf_Post"),
            Map.entry("Post.LocationCountryId", "Post_isLocatedIn_Country"),
            Map.entry("Forum.ModeratorPersonId", "Forum_hasModerator_Person"),
            Map.entry("Person.LocationCityId", "Person_isLocatedIn_City"),
            Map.entry("Organisation.LocationPlaceId", "Organisation_isLocatedIn_Place"),
            Map.entry("Place.PartOfPlaceId", "Place_isPartOf_Place"),
            Map.entry("Tag.TypeTagClassId", "Tag_hasType_TagClass"),
            Map.entry("TagClass.SubclassOfTagClassId", "TagClass_isSubclassOf_TagClass"));

    /** The kind of node of that name. */
    public static NodeFile node(String file) {
        return NODES.stream()
                .filter(node -> node.file().equals(file))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such kind of node: name=" + file));
    }

    /** The kind of relationship of that file name. */
    public static RelationshipFile relationship(String file) {
        return RELATIONSHIPS.stream()
                .filter(relationship -> relationship.file().equals(file))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such kind of relationship: name=" + file));
    }

    /** The relationships that a column of a node file stands for, or nothing if it is a property. */
    public static Optional<RelationshipFile> foreignKey(String nodeFile, String column) {
        return Optional.ofNullable(FOREIGN_KEYS.get(nodeFile + "." + column)).map(SnbSchema::relationship);
    }
}
