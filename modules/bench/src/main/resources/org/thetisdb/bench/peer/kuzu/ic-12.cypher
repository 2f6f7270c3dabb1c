// As the common text; the list is sorted by a function, because WITH takes no ORDER BY without LIMIT.
MATCH (tag:Tag)-[:HAS_TYPE]->(:TagClass)-[:IS_SUBCLASS_OF*0..30]->(:TagClass {name: $tagClassName})
MATCH (:Person {id: $personId})-[:KNOWS]-(friend:Person)<-[:HAS_CREATOR]-(reply:Comment)-[:REPLY_OF]->(:Post)-[:HAS_TAG]->(tag)
RETURN friend.id AS friendId,
       friend.firstName AS firstName,
       friend.lastName AS lastName,
       list_sort(collect(DISTINCT tag.name)) AS tagNames,
       count(DISTINCT reply.id) AS replyCount
  ORDER BY replyCount DESC, friendId
  LIMIT 20
