// title: Friends of friends of that person who share the most friends, and are no friends yet
MATCH (me:Person {id: 0})-[:KNOWS]-(friend:Person)-[:KNOWS]-(candidate:Person)
WHERE candidate <> me AND NOT EXISTS { (me)-[:KNOWS]-(candidate) }
WITH candidate, count(DISTINCT friend) AS commonFriends
MATCH (candidate)-[:IS_LOCATED_IN]->(city:City)
RETURN candidate.firstName + ' ' + candidate.lastName AS name, city.name AS city, commonFriends
  ORDER BY commonFriends DESC, candidate.id
  LIMIT 5
