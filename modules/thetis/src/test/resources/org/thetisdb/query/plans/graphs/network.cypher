// A social network, as large as planning needs it: 1,000 persons, 9,000 messages, 100 tags of which one is everywhere.
// All numbers come from arithmetic, so that the statistics are the same in every build.
CREATE CONSTRAINT FOR (p:Person) REQUIRE p.id IS UNIQUE;
CREATE CONSTRAINT FOR (m:Message) REQUIRE m.id IS UNIQUE;
CREATE INDEX FOR (p:Person) ON (p.name);
CREATE INDEX FOR (t:Tag) ON (t.name);
CREATE INDEX FOR (m:Message) ON (m.date);
CREATE INDEX FOR (c:City) ON (c.name);
CREATE CONSTRAINT FOR (v:Visitor) REQUIRE v.id IS UNIQUE;
UNWIND range(0, 4) AS i CREATE (:Place:Country {id: i, name: 'country ' + toString(i)});
UNWIND range(0, 49) AS i
  MATCH (c:Country {id: i % 5}) CREATE (:Place:City {id: i, name: 'city ' + toString(i)})-[:PART_OF]->(c);
UNWIND range(0, 99) AS i CREATE (:Tag {id: i, name: 'tag ' + toString(i)});
UNWIND range(0, 59) AS i CREATE (:Forum {id: i, title: 'forum ' + toString(i)});
UNWIND range(0, 999) AS i
  CREATE (:Person {id: i, name: 'name ' + toString(i % 200), born: 1950 + i % 50, active: i % 3 = 0});
MATCH (p:Person), (c:City) WHERE c.id = p.id * 7 % 50 CREATE (p)-[:LIVES_IN]->(c);
UNWIND range(1, 8) AS step
  MATCH (p:Person), (q:Person {id: (p.id * step * 13 + step * step) % 1000}) WHERE p <> q
  CREATE (p)-[:KNOWS {since: 2000 + (p.id + step) % 20}]->(q);
MATCH (p:Person), (f:Forum) WHERE (p.id + f.id) % 30 = 0 CREATE (f)-[:HAS_MEMBER {joined: p.id % 12}]->(p);
UNWIND range(0, 2999) AS i
  MATCH (p:Person {id: i * 17 % 1000}), (f:Forum {id: i % 60})
  CREATE (f)-[:CONTAINS]->(:Message:Post {id: i, date: i, length: i % 140})-[:BY]->(p);
UNWIND range(3000, 8999) AS i
  MATCH (p:Person {id: i * 31 % 1000}), (m:Message {id: i % 3000})
  CREATE (m)<-[:REPLY_OF]-(:Message:Comment {id: i, date: i, length: i % 90})-[:BY]->(p);
MATCH (m:Message), (t:Tag {id: 0}) WHERE m.id % 3 > 0 CREATE (m)-[:HAS_TAG]->(t);
MATCH (m:Message), (t:Tag) WHERE m.id % 3 = 0 AND t.id = m.id % 100 CREATE (m)-[:HAS_TAG]->(t);
MATCH (p:Person), (m:Message) WHERE m.id = p.id * 9 OR m.id = p.id CREATE (p)-[:LIKES {date: p.id}]->(m);
