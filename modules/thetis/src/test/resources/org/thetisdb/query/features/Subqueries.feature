Feature: Subqueries

  Background:
    Given an empty graph
    And having executed:
      """
      CREATE (a:P {name: 'a', age: 1}), (b:P {name: 'b', age: 2}), (c:P {name: 'c', age: 3}), (d:P {name: 'd'})
      CREATE (a)-[:K {w: 1}]->(b), (a)-[:K {w: 2}]->(c), (b)-[:K {w: 3}]->(c), (c)-[:K {w: 4}]->(a), (d)-[:L]->(d)
      """

  Scenario: COUNT in a projection and in a predicate
    When executing query:
      """
      MATCH (p:P) WHERE COUNT { (p)-[:K]->() } > 0
      RETURN p.name AS name, COUNT { (p)-[:K]->() } AS outgoing, COUNT { (p)--() } AS all ORDER BY name
      """
    Then the result should be, in order:
      | name | outgoing | all |
      | 'a'  | 2        | 3   |
      | 'b'  | 1        | 2   |
      | 'c'  | 1        | 3   |

  Scenario: EXISTS with several hops and a predicate on the outer row
    When executing query:
      """
      MATCH (p:P)
      RETURN p.name AS name, EXISTS { MATCH (p)-[:K]->(q)-[:K]->(r) WHERE r.age < p.age } AS yes ORDER BY name
      """
    Then the result should be, in order:
      | name | yes   |
      | 'a'  | false |
      | 'b'  | true  |
      | 'c'  | true  |
      | 'd'  | false |

  Scenario: COLLECT keeps the order of its query
    When executing query:
      """
      MATCH (p:P)
      RETURN p.name AS name, COLLECT { MATCH (p)-[k:K]->(q) RETURN q.name ORDER BY k.w DESC } AS friends ORDER BY name
      """
    Then the result should be, in order:
      | name | friends    |
      | 'a'  | ['c', 'b'] |
      | 'b'  | ['c']      |
      | 'c'  | ['a']      |
      | 'd'  | []         |

  Scenario: COLLECT with LIMIT for each outer row
    When executing query:
      """
      MATCH (p:P)
      RETURN p.name AS name, COLLECT { MATCH (p)--(q) RETURN DISTINCT q.name AS n ORDER BY n LIMIT 1 } AS first
      """
    Then the result should be, in any order:
      | name | first |
      | 'a'  | ['b'] |
      | 'b'  | ['a'] |
      | 'c'  | ['a'] |
      | 'd'  | ['d'] |

  Scenario: CALL runs for each row and can leave rows out
    When executing query:
      """
      MATCH (p:P)
      CALL (p) { MATCH (p)-[:K]->(q) RETURN q.name AS friend ORDER BY friend LIMIT 1 }
      RETURN p.name AS name, friend ORDER BY name
      """
    Then the result should be, in order:
      | name | friend |
      | 'a'  | 'b'    |
      | 'b'  | 'c'    |
      | 'c'  | 'a'    |

  Scenario: OPTIONAL CALL keeps rows
    When executing query:
      """
      MATCH (p:P)
      OPTIONAL CALL (p) { MATCH (p)-[:K]->(q) RETURN max(q.age) AS oldest, count(q) AS count }
      RETURN p.name AS name, oldest, count ORDER BY name
      """
    Then the result should be, in order:
      | name | oldest | count |
      | 'a'  | 3      | 2     |
      | 'b'  | 3      | 1     |
      | 'c'  | 1      | 1     |
      | 'd'  | null   | 0     |

  Scenario: UNION inside CALL
    When executing query:
      """
      MATCH (p:P) WHERE p.age < 3
      CALL (p) { MATCH (p)-[:K]->(q) RETURN q.name AS n UNION MATCH (p)<-[:K]-(q) RETURN q.name AS n }
      RETURN p.name AS name, collect(n) AS names ORDER BY name
      """
    Then the result should be (ignoring element order for lists):
      | name | names      |
      | 'a'  | ['b', 'c'] |
      | 'b'  | ['a', 'c'] |

  Scenario: CALL with the old way to import
    When executing query:
      """
      MATCH (p:P) WHERE p.age IS NOT NULL
      CALL { WITH p UNWIND range(1, p.age) AS i RETURN sum(i) AS total }
      RETURN p.name AS name, total ORDER BY name DESC
      """
    Then the result should be, in order:
      | name | total |
      | 'c'  | 6     |
      | 'b'  | 3     |
      | 'a'  | 1     |

  Scenario: A subquery in a subquery
    When executing query:
      """
      MATCH (p:P)
      WHERE EXISTS { MATCH (p)-[:K]->(q) WHERE COUNT { MATCH (q)-[:K]->(r) WHERE r.age > p.age } = 1 }
      RETURN p.name AS name
      """
    Then the result should be, in any order:
      | name |
      | 'a'  |

  Scenario: Pattern comprehensions and pattern predicates
    When executing query:
      """
      MATCH (p:P) WHERE NOT (p)-[:K]->()-[:K]->(p)
      RETURN p.name AS name, [(p)-[k:K]->(q) WHERE k.w > 1 | q.name + toString(k.w)] AS list ORDER BY name
      """
    Then the result should be, in order:
      | name | list   |
      | 'b'  | ['c3'] |
      | 'd'  | []     |

  Scenario: EXISTS over rows without matches
    When executing query:
      """
      OPTIONAL MATCH (p:Nobody) RETURN EXISTS { (p)-->() } AS yes, COUNT { (p)-->() } AS count, size([(p)-->(q) | q]) AS size
      """
    Then the result should be, in any order:
      | yes   | count | size |
      | false | 0     | 0    |

  Scenario: What a CALL imports stays the same behind WITH
    Given an empty graph
    And having executed:
      """
      CREATE (:A {k: 1})-[:R]->(:B {k: 2}), (:A {k: 3})
      """
    When executing query:
      """
      MATCH (a:A) CALL (a) { WITH * MATCH (a) RETURN 1 AS x } RETURN a.k AS k, x
      """
    Then the result should be, in any order:
      | k | x |
      | 1 | 1 |
      | 3 | 1 |

  Scenario: What a CALL imports stays the same behind DISTINCT, aggregates and sorts
    Given an empty graph
    And having executed:
      """
      CREATE (:A {k: 1})-[:R]->(:B {k: 2}), (:A {k: 3})
      """
    When executing query:
      """
      MATCH (a:A)
      CALL (a) {
        UNWIND [1, 2, 1] AS i WITH DISTINCT i WITH i ORDER BY i DESC LIMIT 2 WITH count(i) AS count
        OPTIONAL MATCH (a)-->(b) RETURN count, b.k AS b
      }
      RETURN a.k AS a, count, b
      """
    Then the result should be, in any order:
      | a | count | b    |
      | 1 | 2     | 2    |
      | 3 | 2     | null |

  Scenario: Outer nodes stay the same behind WITH in COUNT, EXISTS and COLLECT
    Given an empty graph
    And having executed:
      """
      CREATE (:A {k: 1})-[:R]->(:B {k: 2}), (:A {k: 3})
      """
    When executing query:
      """
      MATCH (a:A)
      RETURN a.k AS k, COUNT { WITH 1 AS one MATCH (a) RETURN 1 AS x } AS count,
             EXISTS { WITH 1 AS one MATCH (a)-->() RETURN 1 AS x } AS there,
             COLLECT { WITH 1 AS one MATCH (a) RETURN a.k } AS collected
      """
    Then the result should be, in any order:
      | k | count | there | collected |
      | 1 | 1     | true  | [1]       |
      | 3 | 1     | false | [3]       |
