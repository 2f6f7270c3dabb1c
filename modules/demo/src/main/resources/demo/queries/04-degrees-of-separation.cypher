// title: Small world: how many steps from one person to everyone else?
MATCH (me:Person {id: 0})
MATCH (other:Person)
WHERE other <> me
OPTIONAL MATCH route = shortestPath((me)-[:KNOWS*1..]-(other))
RETURN coalesce(length(route), -1) AS steps, count(*) AS persons
  ORDER BY steps
