// title: Whom should that person get to know? Shared interests, weighted by their rarity
MATCH (me:Person {id: 0})-[:HAS_INTEREST]->(tag:Tag)
WITH me, tag, COUNT { (:Person)-[:HAS_INTEREST]->(tag) } AS popularity
MATCH (tag)<-[:HAS_INTEREST]-(candidate:Person)
WHERE candidate <> me AND NOT EXISTS { (me)-[:KNOWS]-(candidate) }
RETURN candidate.firstName + ' ' + candidate.lastName AS name,
       count(tag) AS sharedInterests,
       round(1000 * sum(1.0 / popularity)) / 1000 AS score
  ORDER BY score DESC, candidate.id
  LIMIT 5
