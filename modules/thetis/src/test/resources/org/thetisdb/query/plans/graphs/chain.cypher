// One chain of 200 stops, and one hub that all of them lead to.
CREATE INDEX FOR (s:Stop) ON (s.number);
CREATE (:Hub {name: 'hub'});
UNWIND range(0, 199) AS i CREATE (:Stop {number: i});
MATCH (a:Stop), (b:Stop) WHERE b.number = a.number + 1 CREATE (a)-[:NEXT {length: a.number % 7}]->(b);
MATCH (s:Stop), (h:Hub) CREATE (s)-[:TO]->(h);
