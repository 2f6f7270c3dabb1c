// title: What does everyone write about? The ten tags with the most messages
MATCH (tag:Tag)<-[:HAS_TAG]-(message:Message)
WITH tag, count(*) AS messages
  ORDER BY messages DESC, tag.name
  LIMIT 10
MATCH (tag)-[:HAS_TYPE]->(class:TagClass)
RETURN tag.name AS tag, class.name AS class, messages,
       COUNT { (:Person)-[:HAS_INTEREST]->(tag) } AS personsInterested
  ORDER BY messages DESC, tag
