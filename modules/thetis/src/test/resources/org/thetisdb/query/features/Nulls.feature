Feature: What an optional match leaves null, and what it says of nodes that were there before

  Scenario: Labels in an OPTIONAL MATCH say nothing of the node outside
    Given an empty graph
    And having executed:
      """
      CREATE (:Person {n: 1})-[:LIKES]->(:Post {n: 11}), (:Robot {n: 2})-[:LIKES]->(:Cat {n: 22}),
             (:Person {n: 3})-[:KNOWS]->(:Person {n: 4})
      """
    When executing query:
      """
      MATCH (n)
      OPTIONAL MATCH (n:Person)-[:KNOWS]->()
      MATCH (n)-[:LIKES]->(p:Post)
      RETURN n.n, p.n, labels(p)
      """
    Then the result should be, in any order:
      | n.n | p.n | labels(p) |
      | 1   | 11  | ['Post']  |

  Scenario: The same with the label in the optional match's WHERE
    Given an empty graph
    And having executed:
      """
      CREATE (:Person {n: 1})-[:LIKES]->(:Post {n: 11}), (:Robot {n: 2})-[:LIKES]->(:Cat {n: 22})
      """
    When executing query:
      """
      MATCH (n)
      OPTIONAL MATCH (n)-[:KNOWS]->() WHERE n:Person
      WITH n AS m
      MATCH (m)-[:LIKES]->(p:Post)
      RETURN m.n, p.n
      """
    Then the result should be, in any order:
      | m.n | p.n |
      | 1   | 11  |

  Scenario: A lone node pattern on null matches nothing
    Given an empty graph
    And having executed:
      """
      CREATE (:A)-[:T]->(:B)
      """
    When executing query:
      """
      OPTIONAL MATCH (x:None) MATCH (x) RETURN count(*) AS count
      """
    Then the result should be, in any order:
      | count |
      | 0     |

  Scenario: A lone node pattern on null matches nothing (2)
    Given an empty graph
    And having executed:
      """
      CREATE (:A)-[:T]->(:B)
      """
    When executing query:
      """
      OPTIONAL MATCH (x:None) MATCH (a)-->(b), (x) RETURN count(*) AS count
      """
    Then the result should be, in any order:
      | count |
      | 0     |

  Scenario: A lone node pattern on null matches nothing (3)
    Given an empty graph
    And having executed:
      """
      CREATE (:A)-[:T]->(:B)
      """
    When executing query:
      """
      WITH null AS x OPTIONAL MATCH (x), (a) RETURN x, a
      """
    Then the result should be, in any order:
      | x    | a    |
      | null | null |

  Scenario: A lone node pattern on null matches nothing (4)
    Given an empty graph
    And having executed:
      """
      CREATE (:A)-[:T]->(:B)
      """
    When executing query:
      """
      MATCH (a) OPTIONAL MATCH (a)-->(b) RETURN labels(a) AS labels, EXISTS { (b) } AS there, COUNT { (b), (a) } AS count
      """
    Then the result should be, in any order:
      | labels | there | count |
      | ['A']  | true  | 1     |
      | ['B']  | false | 0     |

  Scenario: What is no node matches no node of a pattern
    Given an empty graph
    And having executed:
      """
      CREATE (:A)-[:T]->(:B)
      """
    When executing query:
      """
      MATCH (a:A) UNWIND [1, null, 'a', a, [a]] AS x MATCH (x) RETURN labels(x) AS labels
      """
    Then the result should be, in any order:
      | labels |
      | ['A']  |

  Scenario: What is no node matches no node of a pattern (2)
    Given an empty graph
    And having executed:
      """
      CREATE (:A)-[:T]->(:B)
      """
    When executing query:
      """
      MATCH (a:A) UNWIND [1, null, 'a', a, [a]] AS x MATCH (x)-->(b) RETURN labels(x) AS labels
      """
    Then the result should be, in any order:
      | labels |
      | ['A']  |

  Scenario: What is no node matches no node of a pattern (3)
    Given an empty graph
    And having executed:
      """
      CREATE (:A)-[:T]->(:B)
      """
    When executing query:
      """
      MATCH (a:A), (b:B) UNWIND [1, null, 'a', b] AS x MATCH (a)-->(x) RETURN labels(x) AS labels
      """
    Then the result should be, in any order:
      | labels |
      | ['B']  |

  Scenario: What is no node matches no node of a pattern (4)
    Given an empty graph
    And having executed:
      """
      CREATE (:A)-[:T]->(:B)
      """
    When executing query:
      """
      MATCH (a:A) UNWIND [1, null, 'a', a] AS x MATCH (x)-[*0..2]->(b) RETURN labels(b) AS labels
      """
    Then the result should be, in any order:
      | labels |
      | ['A']  |
      | ['B']  |

  Scenario: Two nodes joined by a property inside of OPTIONAL MATCH, CALL, EXISTS, COUNT and COLLECT
    Given an empty graph
    And having executed:
      """
      CREATE (:A {x: 1}), (:A {x: 2}), (:A {x: 2}), (:A), (:B {x: 1}), (:B {x: 2}), (:B)
      """
    When executing query:
      """
      MATCH (n:B) OPTIONAL MATCH (a:A), (b:B) WHERE a.x = b.x RETURN n.x AS n, count(a) AS count
      """
    Then the result should be, in any order:
      | n    | count |
      | 1    | 3     |
      | 2    | 3     |
      | null | 3     |

  Scenario: Two nodes joined by a property inside of OPTIONAL MATCH, CALL, EXISTS, COUNT and COLLECT (2)
    Given an empty graph
    And having executed:
      """
      CREATE (:A {x: 1}), (:A {x: 2}), (:A {x: 2}), (:A), (:B {x: 1}), (:B {x: 2}), (:B)
      """
    When executing query:
      """
      MATCH (n:B) CALL (n) { MATCH (a:A), (b:B) WHERE a.x = b.x AND b.x = n.x RETURN count(*) AS count }
      RETURN n.x AS n, count,
        EXISTS { MATCH (a:A), (b:B) WHERE a.x = b.x AND a.x = n.x } AS there,
        COUNT { MATCH (a:A), (b:B) WHERE a.x = b.x AND a.x = n.x } AS counted,
        COLLECT { MATCH (a:A), (b:B) WHERE a.x = b.x AND b.x > n.x RETURN b.x } AS collected
      """
    Then the result should be, in any order:
      | n    | count | there | counted | collected |
      | 1    | 1     | true  | 1       | [2, 2]    |
      | 2    | 2     | true  | 2       | []        |
      | null | 0     | false | 0       | []        |

  Scenario: Two nodes joined by a property inside of OPTIONAL MATCH, CALL, EXISTS, COUNT and COLLECT (3)
    Given an empty graph
    And having executed:
      """
      CREATE (:A {x: 1}), (:A {x: 2}), (:A {x: 2}), (:A), (:B {x: 1}), (:B {x: 2}), (:B)
      """
    When executing query:
      """
      OPTIONAL MATCH ({f: n2}), (n2) RETURN n2
      """
    Then the result should be, in any order:
      | n2   |
      | null |

  Scenario: Null among the elements that FOREACH goes through
    Given an empty graph
    When executing query:
      """
      FOREACH (e IN [1, null, 'a', 0, null] | CREATE (:N {v: e}))
      WITH 1 AS done MATCH (n:N) RETURN n.v AS v, count(*) AS nodes
      """
    Then the result should be, in any order:
      | v    | nodes |
      | 1    | 1     |
      | 'a'  | 1     |
      | 0    | 1     |
      | null | 2     |

  Scenario: A map projection of null computes none of its entries
    Given an empty graph
    And having executed:
      """
      CREATE (:A {x: 2}), (:B {x: 0})
      """
    When executing query:
      """
      UNWIND [2, 0] AS x OPTIONAL MATCH (n:A {x: x}) RETURN x, n {.x, extra: 10 / x} AS map
      """
    Then the result should be, in any order:
      | x | map               |
      | 2 | {x: 2, extra: 5}  |
      | 0 | null              |
