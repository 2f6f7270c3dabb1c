// title: Do friends share interests? Pairs of friends against pairs of strangers met in groups
MATCH (a:Person)-[:KNOWS]->(b:Person)
WITH a, b, COUNT { (a)-[:HAS_INTEREST]->(:Tag)<-[:HAS_INTEREST]-(b) } AS shared
WITH avg(shared) AS betweenFriends, count(*) AS friendships
MATCH (group:Forum)-[:HAS_MEMBER]->(c:Person)
WHERE group.title STARTS WITH 'Group'
WITH betweenFriends, friendships, group, c
  ORDER BY group.id, c.id
WITH betweenFriends, friendships, group, collect(c) AS members
UNWIND range(0, size(members) - 2) AS i
WITH betweenFriends, friendships, members[i] AS c, members[i + 1] AS d
WHERE NOT EXISTS { (c)-[:KNOWS]-(d) }
WITH betweenFriends, friendships,
     COUNT { (c)-[:HAS_INTEREST]->(:Tag)<-[:HAS_INTEREST]-(d) } AS shared
RETURN friendships, round(100 * betweenFriends) / 100 AS sharedByFriends,
       count(*) AS strangers, round(100 * avg(shared)) / 100 AS sharedByStrangers
