// title: Triangles of mutual friends, and how many of them stay within one country
MATCH (a:Person)-[:KNOWS]-(b:Person)-[:KNOWS]-(c:Person)-[:KNOWS]-(a)
WHERE a.id < b.id AND b.id < c.id
MATCH (a)-[:IS_LOCATED_IN]->(:City)-[:IS_PART_OF]->(first:Country)
MATCH (b)-[:IS_LOCATED_IN]->(:City)-[:IS_PART_OF]->(second:Country)
MATCH (c)-[:IS_LOCATED_IN]->(:City)-[:IS_PART_OF]->(third:Country)
RETURN count(*) AS triangles,
       count(CASE WHEN first = second AND second = third THEN 1 END) AS withinOneCountry
