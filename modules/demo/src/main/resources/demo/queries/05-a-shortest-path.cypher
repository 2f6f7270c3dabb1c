// title: A chain of friends from the first member to the last who has found a friend
MATCH (last:Person)
WHERE EXISTS { (last)-[:KNOWS]-(:Person) }
WITH last
  ORDER BY last.creationDate DESC
  LIMIT 1
MATCH (first:Person {id: 0})
MATCH route = shortestPath((first)-[:KNOWS*1..]-(last))
RETURN length(route) AS steps, [person IN nodes(route) | person.firstName + ' ' + person.lastName] AS chain
