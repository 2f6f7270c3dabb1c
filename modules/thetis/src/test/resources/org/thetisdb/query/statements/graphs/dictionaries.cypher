// 2,000 :Item in chunks by their labels, each with words of its own, some of them missing; and 12 :Word with a few names.
UNWIND range(0, 799) AS i
CREATE (:Item {i: i, d: ['Eng', 'Sales', '', 'Mkt'][i % 4], c: ['Äö', 'x', 'Eng'][i % 3], n: i % 5});
UNWIND range(800, 1399) AS i
CREATE (:Item:Old {i: i, d: CASE WHEN i % 7 > 0 THEN ['Mkt', 'Ops', 'Eng'][i % 3] END, c: ['y', 'Äö'][i % 2], n: i % 3});
UNWIND range(1400, 1899) AS i
CREATE (:Item:New {i: i, d: ['only'][i % 1], c: CASE WHEN i % 2 = 0 THEN 'x' END, n: CASE WHEN i % 2 = 0 THEN i % 4 END});
UNWIND range(1900, 1999) AS i
CREATE (:Item:Odd {i: i, d: CASE i % 3 WHEN 0 THEN 'Eng' WHEN 1 THEN 7 ELSE 'seven' END, c: 'c' + toString(i), n: i % 2 = 0});
UNWIND ['Eng', 'Ops', 'only', '', 'none', null] AS name UNWIND [1, 2] AS k CREATE (:Word {name: name, k: k});
MATCH (w:Word {k: 1}) WHERE w.name IN ['Eng', 'Ops'] MATCH (x:Item) WHERE x.i < 1400 AND x.i % 2 = 0
CREATE (x)-[:SAYS {how: ['loud', 'low', 'Eng'][x.i % 3]}]->(w);
