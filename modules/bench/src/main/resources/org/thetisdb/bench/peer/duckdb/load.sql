-- The social network as tables: a row per node, with a column for each relationship that it has one of at most, and a
-- table per other relationship. Timestamps are in UTC. Posts and comments share one space of ids and are read together
-- as message. Rows are sorted by what most questions restrict, so that parts of a table can be passed over.
-- An index is there for ids of messages, where questions begin; others were tried at SF1 and made no question faster.
-- Reads the files that DuckDbFiles writes, in the folder that file_search_path names.
CREATE TEMPORARY MACRO file(name) AS TABLE
  FROM read_csv(name || '.csv', delim = '|', quote = '"', escape = '"', header = true, all_varchar = true);
CREATE TEMPORARY MACRO edge(name) AS TABLE
  SELECT source::BIGINT AS source, target::BIGINT AS target FROM file(name);
CREATE TEMPORARY MACRO dated_edge(name) AS TABLE
  SELECT source::BIGINT AS source, target::BIGINT AS target, creationDate::TIMESTAMP AS creation_date FROM file(name);

CREATE TABLE continent AS
  SELECT id::BIGINT AS id, name, url FROM file('Place') WHERE type = 'Continent';
CREATE TABLE country AS
  SELECT id::BIGINT AS id, name, url, target AS continent_id
  FROM file('Place') JOIN edge('Place_isPartOf_Place') ON source = id::BIGINT
  WHERE type = 'Country';
CREATE TABLE city AS
  SELECT id::BIGINT AS id, name, url, target AS country_id
  FROM file('Place') JOIN edge('Place_isPartOf_Place') ON source = id::BIGINT
  WHERE type = 'City';
CREATE TABLE university AS
  SELECT id::BIGINT AS id, name, url, target AS city_id
  FROM file('Organisation') JOIN edge('Organisation_isLocatedIn_Place') ON source = id::BIGINT
  WHERE type = 'University';
CREATE TABLE company AS
  SELECT id::BIGINT AS id, name, url, target AS country_id
  FROM file('Organisation') JOIN edge('Organisation_isLocatedIn_Place') ON source = id::BIGINT
  WHERE type = 'Company';
CREATE TABLE tag_class AS
  SELECT id::BIGINT AS id, name, url, target AS parent_id
  FROM file('TagClass') LEFT JOIN edge('TagClass_isSubclassOf_TagClass') ON source = id::BIGINT;
CREATE TABLE tag AS
  SELECT id::BIGINT AS id, name, url, target AS tag_class_id
  FROM file('Tag') JOIN edge('Tag_hasType_TagClass') ON source = id::BIGINT;

CREATE TABLE person AS
  SELECT id::BIGINT AS id, creationDate::TIMESTAMP AS creation_date, firstName AS first_name, lastName AS last_name,
         gender, birthday::DATE AS birthday, locationIP AS location_ip, browserUsed AS browser_used,
         string_split(language, ';') AS languages, string_split(email, ';') AS emails, target AS city_id
  FROM file('Person') JOIN edge('Person_isLocatedIn_City') ON source = id::BIGINT
  ORDER BY id;
CREATE TABLE knows AS
  WITH stored AS (FROM dated_edge('Person_knows_Person'))
  SELECT source AS person1_id, target AS person2_id, creation_date FROM stored
  UNION ALL
  SELECT target, source, creation_date FROM stored
  ORDER BY person1_id, person2_id;
CREATE TABLE person_tag AS
  SELECT source AS person_id, target AS tag_id FROM edge('Person_hasInterest_Tag') ORDER BY person_id;
CREATE TABLE person_university AS
  SELECT source::BIGINT AS person_id, target::BIGINT AS university_id, classYear::INTEGER AS class_year
  FROM file('Person_studyAt_University')
  ORDER BY person_id;
CREATE TABLE person_company AS
  SELECT source::BIGINT AS person_id, target::BIGINT AS company_id, workFrom::INTEGER AS work_from
  FROM file('Person_workAt_Company')
  ORDER BY person_id;

CREATE TABLE forum AS
  SELECT id::BIGINT AS id, creationDate::TIMESTAMP AS creation_date, title, target AS moderator_id
  FROM file('Forum') LEFT JOIN edge('Forum_hasModerator_Person') ON source = id::BIGINT
  ORDER BY creation_date;
CREATE TABLE forum_person AS
  SELECT source AS forum_id, target AS person_id, creation_date
  FROM dated_edge('Forum_hasMember_Person')
  ORDER BY forum_id;
CREATE TABLE forum_tag AS
  SELECT source AS forum_id, target AS tag_id FROM edge('Forum_hasTag_Tag') ORDER BY forum_id;

CREATE TABLE post AS
  SELECT id::BIGINT AS id, creationDate::TIMESTAMP AS creation_date, imageFile AS image_file,
         locationIP AS location_ip, browserUsed AS browser_used, language, content, length::INTEGER AS length,
         creator.target AS creator_id, forum.source AS forum_id, country.target AS country_id
  FROM file('Post')
  JOIN edge('Post_hasCreator_Person') AS creator ON creator.source = id::BIGINT
  JOIN edge('Forum_containerOf_Post') AS forum ON forum.target = id::BIGINT
  JOIN edge('Post_isLocatedIn_Country') AS country ON country.source = id::BIGINT
  ORDER BY creation_date;
CREATE TABLE comment AS
  SELECT id::BIGINT AS id, creationDate::TIMESTAMP AS creation_date, locationIP AS location_ip,
         browserUsed AS browser_used, content, length::INTEGER AS length, creator.target AS creator_id,
         country.target AS country_id, post.target AS parent_post_id, parent.target AS parent_comment_id,
         coalesce(post.target, parent.target) AS parent_id
  FROM file('Comment')
  JOIN edge('Comment_hasCreator_Person') AS creator ON creator.source = id::BIGINT
  JOIN edge('Comment_isLocatedIn_Country') AS country ON country.source = id::BIGINT
  LEFT JOIN edge('Comment_replyOf_Post') AS post ON post.source = id::BIGINT
  LEFT JOIN edge('Comment_replyOf_Comment') AS parent ON parent.source = id::BIGINT
  ORDER BY creation_date;
CREATE INDEX post_id ON post (id);
CREATE INDEX comment_id ON comment (id);
CREATE VIEW message AS
  SELECT id, false AS is_comment, creation_date, content, image_file, language, length, creator_id, country_id,
         forum_id, NULL::BIGINT AS parent_id
  FROM post
  UNION ALL
  SELECT id, true, creation_date, content, NULL, NULL, length, creator_id, country_id, NULL, parent_id
  FROM comment;

CREATE TABLE post_tag AS
  SELECT source AS message_id, target AS tag_id FROM edge('Post_hasTag_Tag') ORDER BY message_id;
CREATE TABLE comment_tag AS
  SELECT source AS message_id, target AS tag_id FROM edge('Comment_hasTag_Tag') ORDER BY message_id;
CREATE VIEW message_tag AS
  FROM post_tag UNION ALL FROM comment_tag;
CREATE TABLE person_likes_post AS
  SELECT source AS person_id, target AS message_id, creation_date
  FROM dated_edge('Person_likes_Post')
  ORDER BY message_id;
CREATE TABLE person_likes_comment AS
  SELECT source AS person_id, target AS message_id, creation_date
  FROM dated_edge('Person_likes_Comment')
  ORDER BY message_id;
CREATE VIEW likes AS
  FROM person_likes_post UNION ALL FROM person_likes_comment;
