// title: Cities as communities: persons, friendships within the city, friendships out of it
MATCH (city:City)<-[:IS_LOCATED_IN]-(person:Person)
WITH city, count(person) AS persons
  ORDER BY persons DESC, city.name
  LIMIT 8
MATCH (city)<-[:IS_LOCATED_IN]-(:Person)-[:KNOWS]-(friend:Person)-[:IS_LOCATED_IN]->(home:City)
RETURN city.name AS city, persons,
       count(CASE WHEN home = city THEN 1 END) / 2 AS friendshipsWithin,
       count(CASE WHEN home <> city THEN 1 END) AS friendshipsOut
  ORDER BY persons DESC, city
