// Things of a shop: labels that overlap, properties that are often missing, an index of two properties, a deep tree.
CREATE CONSTRAINT FOR (i:Item) REQUIRE i.code IS NODE KEY;
CREATE CONSTRAINT FOR (o:Order) REQUIRE o.number IS UNIQUE;
CREATE INDEX FOR (i:Item) ON (i.price);
CREATE INDEX FOR (s:Shelf) ON (s.row, s.place);
CREATE INDEX FOR (c:Category) ON (c.title);
CREATE (:Category {title: 'all', depth: 0});
UNWIND range(1, 120) AS i CREATE (:Category {title: 'category ' + toString(i), depth: i, number: i});
MATCH (c:Category), (d:Category)
  WHERE d.number = c.number / 3 AND d.number > 0 OR c.number IN [1, 2] AND d.depth = 0
  CREATE (c)-[:BELOW]->(d);
UNWIND range(0, 1999) AS i CREATE (:Item {code: 'i' + toString(i), price: i % 500, name: 'item ' + toString(i % 40)});
MATCH (i:Item) WHERE i.price < 50 SET i:Cheap;
MATCH (i:Item) WHERE i.price % 10 = 0 SET i:Round, i.note = 'round';
MATCH (i:Item), (c:Category) WHERE c.number = i.price % 120 + 1 CREATE (i)-[:IN]->(c);
UNWIND range(0, 19) AS r UNWIND range(0, 9) AS p CREATE (:Shelf {row: r, place: p, height: r + p});
MATCH (i:Item), (s:Shelf) WHERE s.row = i.price % 20 AND s.place = i.price % 10 CREATE (i)-[:LIES_ON {count: i.price}]->(s);
UNWIND range(0, 399) AS n CREATE (:Order {number: n, day: n % 30, open: n % 8 = 0});
MATCH (o:Order), (i:Item) WHERE i.price = o.number CREATE (o)-[:HOLDS {pieces: o.number % 4 + 1}]->(i);
MATCH (o:Order), (i:Item {code: 'i0'}) CREATE (o)-[:HOLDS {pieces: 1}]->(i);
