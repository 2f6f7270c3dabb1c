// Shapes of relationships: a triangle with a loop and two parallel ones, a star, a chain, a node alone.
CREATE (a:T {n: 'a'}), (b:T {n: 'b'}), (c:T {n: 'c'}),
  (a)-[:R {w: 1}]->(b), (b)-[:R {w: 2}]->(c), (c)-[:R {w: 3}]->(a), (a)-[:R {w: 4}]->(a), (a)-[:S {w: 5}]->(b),
  (a)-[:S {w: 6}]->(b),
  (h:Hub {n: 'h'}), (h)-[:R {w: 7}]->(:Leaf {n: 'l1'}), (h)-[:R {w: 8}]->(:Leaf {n: 'l2'}), (h)<-[:S {w: 9}]-(:Leaf {n: 'l3'}),
  (:Link {n: 'c1'})-[:NEXT {w: 10}]->(:Link {n: 'c2'})-[:NEXT {w: 11}]->(:Link {n: 'c3'})-[:NEXT {w: 12}]->(:Link {n: 'c4'}),
  (:Alone {n: 'x'})
