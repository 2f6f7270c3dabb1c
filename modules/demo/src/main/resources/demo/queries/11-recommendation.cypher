// title: Whom should that person get to know? Shared interests, weighted by their rarity
MATCH (me:Person {id: 0})-[:HAS_INTEREST]->(tag:Tag)
WITH me, tag, COUNT { (:Person)-[:HAS_INTEREST]->(tag) } AS popularity
MATCH (tag)<-[:HAS_INTEREST]-(candidate:Person)
WHERE candidate <> me AND NOT EXISTS { (me)-[:KNOWS]-(candidate) }
WITH candidate, count(tag) AS sharedInterests, sum(1.0 / popularity) AS score
  ORDER BY score DESC, candidate.id
  LIMIT 5
MATCH (candidate)-[:IS_LOCATED_IN]->(city:City)
RETURN candidate.firstName + ' ' + candidate.lastName AS name, city.name AS city, sharedInterests,
       round(1000 * score) / 1000 AS score
  ORDER BY score DESC, name
