package org.thetisdb.demo;

/** The CSV files of a generated network, in the layout where N:1 relationships are columns of their source. */
enum NetworkFile {
    PLACE("static/Place", 1, "id|name|url|type|PartOfPlaceId"),
    ORGANISATION("static/Organisation", 1, "id|type|name|url|LocationPlaceId"),
    TAG_CLASS("static/TagClass", 1, "id|name|url|SubclassOfTagClassId"),
    TAG("static/Tag", 1, "id|name|url|TypeTagClassId"),
    PERSON(
            "dynamic/Person",
            1,
            "creationDate|id|firstName|lastName|gender|birthday|locationIP|browserUsed|LocationCityId|language|email"),
    PERSON_KNOWS_PERSON("dynamic/Person_knows_Person", 0, "creationDate|Person1Id|Person2Id"),
    PERSON_HAS_INTEREST_TAG("dynamic/Person_hasInterest_Tag", 0, "creationDate|PersonId|TagId"),
    PERSON_STUDY_AT_UNIVERSITY("dynamic/Person_studyAt_University", 0, "creationDate|PersonId|UniversityId|classYear"),
    PERSON_WORK_AT_COMPANY("dynamic/Person_workAt_Company", 0, "creationDate|PersonId|CompanyId|workFrom"),
    FORUM("dynamic/Forum", 1, "creationDate|id|title|ModeratorPersonId"),
    FORUM_HAS_MEMBER_PERSON("dynamic/Forum_hasMember_Person", 0, "creationDate|ForumId|PersonId"),
    FORUM_HAS_TAG_TAG("dynamic/Forum_hasTag_Tag", 0, "creationDate|ForumId|TagId"),
    POST(
            "dynamic/Post",
            3,
            "creationDate|id|imageFile|locationIP|browserUsed|language|content|length|CreatorPersonId|ContainerForumId"
                    + "|LocationCountryId"),
    POST_HAS_TAG_TAG("dynamic/Post_hasTag_Tag", 0, "creationDate|PostId|TagId"),
    COMMENT(
            "dynamic/Comment",
            3,
            "creationDate|id|locationIP|browserUsed|content|length|CreatorPersonId|LocationCountryId|ParentPostId"
                    + "|ParentCommentId"),
    COMMENT_HAS_TAG_TAG("dynamic/Comment_hasTag_Tag", 0, "creationDate|CommentId|TagId"),
    PERSON_LIKES_POST("dynamic/Person_likes_Post", 0, "creationDate|PersonId|PostId"),
    PERSON_LIKES_COMMENT("dynamic/Person_likes_Comment", 0, "creationDate|PersonId|CommentId");

    private final String path;
    private final int relationshipsPerNode;
    private final String header;

    NetworkFile(String path, int relationshipsPerNode, String header) {
        this.path = path;
        this.relationshipsPerNode = relationshipsPerNode;
        this.header = header;
    }

    /** Path below the network's folder, with its extension. */
    String path() {
        return "initial_snapshot/" + path + ".csv";
    }

    String header() {
        return header;
    }

    boolean isNodes() {
        return relationshipsPerNode > 0;
    }

    /** Relationships that a node's row holds in its columns; roots (continents, the top tag class) have none. */
    int relationshipsPerNode() {
        return relationshipsPerNode;
    }
}
