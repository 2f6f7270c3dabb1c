Feature: Clauses that read

  Background:
    Given an empty graph
    And having executed:
      """
      CREATE (ada:Person {name: 'Ada', born: 1815, tags: ['math', 'verse']}), (bob:Person:Poet {name: 'Bob', born: 1900}),
        (cleo:Person {name: 'Cleo'}), (london:City {name: 'London'}),
        (ada)-[:KNOWS {since: 1833}]->(bob), (bob)-[:KNOWS {since: 1925}]->(cleo), (ada)-[:LIVES_IN]->(london)
      """

  Scenario: MATCH nodes by label
    When executing query:
      """
      MATCH (p:Person) RETURN p.name AS name
      """
    Then the result should be, in any order:
      | name   |
      | 'Ada'  |
      | 'Bob'  |
      | 'Cleo' |

  Scenario: MATCH nodes by properties
    When executing query:
      """
      MATCH (p:Person {name: 'Ada'}) RETURN p.born AS born
      """
    Then the result should be, in any order:
      | born |
      | 1815 |

  Scenario: MATCH relationships by type and direction
    When executing query:
      """
      MATCH (p)-[k:KNOWS]->(f) RETURN p.name AS name, k.since AS since
      """
    Then the result should be, in any order:
      | name  | since |
      | 'Ada' | 1833  |
      | 'Bob' | 1925  |

  Scenario: Several patterns in one MATCH
    When executing query:
      """
      MATCH (p:Person)-[:KNOWS]->(f), (p)-[:LIVES_IN]->(c) RETURN f.name AS friend, c.name AS city
      """
    Then the result should be, in any order:
      | friend | city     |
      | 'Bob'  | 'London' |

  Scenario: WHERE
    When executing query:
      """
      MATCH (p:Person) WHERE p.born < 1850 RETURN p.name AS name
      """
    Then the result should be, in any order:
      | name  |
      | 'Ada' |

  Scenario: OPTIONAL MATCH
    When executing query:
      """
      MATCH (p:Person) OPTIONAL MATCH (p)-[:LIVES_IN]->(c) RETURN p.name AS name, c.name AS city
      """
    Then the result should be, in any order:
      | name   | city     |
      | 'Ada'  | 'London' |
      | 'Bob'  | null     |
      | 'Cleo' | null     |

  Scenario: RETURN with names of columns
    When executing query:
      """
      MATCH (c:City) RETURN c.name AS city, 1 + 1 AS two
      """
    Then the result should be, in any order:
      | city     | two |
      | 'London' | 2   |

  Scenario: RETURN *
    When executing query:
      """
      MATCH (:City {name: 'London'})<--(p) WITH p.name AS name RETURN *
      """
    Then the result should be, in any order:
      | name  |
      | 'Ada' |

  Scenario: RETURN DISTINCT
    When executing query:
      """
      MATCH (p:Person)-[:KNOWS]-() RETURN DISTINCT p.name AS name
      """
    Then the result should be, in any order:
      | name   |
      | 'Ada'  |
      | 'Bob'  |
      | 'Cleo' |

  Scenario: ORDER BY, DESC
    When executing query:
      """
      MATCH (p:Person) RETURN p.name AS name ORDER BY name DESC
      """
    Then the result should be, in order:
      | name   |
      | 'Cleo' |
      | 'Bob'  |
      | 'Ada'  |

  Scenario: ORDER BY puts null last
    When executing query:
      """
      MATCH (p:Person) RETURN p.born AS born ORDER BY born
      """
    Then the result should be, in order:
      | born |
      | 1815 |
      | 1900 |
      | null |

  Scenario: ORDER BY several keys, ASCENDING or DESCENDING
    When executing query:
      """
      UNWIND [[1, 'a'], [2, 'a'], [1, 'b']] AS pair RETURN pair[0] AS x, pair[1] AS y ORDER BY x ASCENDING, y DESCENDING
      """
    Then the result should be, in order:
      | x | y   |
      | 1 | 'b' |
      | 1 | 'a' |
      | 2 | 'a' |

  Scenario: OFFSET is another word for SKIP
    When executing query:
      """
      UNWIND [1, 2, 3] AS x RETURN x ORDER BY x ASC OFFSET 2
      """
    Then the result should be, in order:
      | x |
      | 3 |

  Scenario: SKIP and LIMIT
    When executing query:
      """
      MATCH (p:Person) RETURN p.name AS name ORDER BY name SKIP 1 LIMIT 1
      """
    Then the result should be, in order:
      | name  |
      | 'Bob' |

  Scenario: WITH hands on some columns
    When executing query:
      """
      MATCH (p:Person) WITH p.name AS name WHERE name > 'B' RETURN name
      """
    Then the result should be, in any order:
      | name   |
      | 'Bob'  |
      | 'Cleo' |

  Scenario: WITH ORDER BY and LIMIT between clauses
    When executing query:
      """
      MATCH (p:Person) WITH p ORDER BY p.name LIMIT 1 MATCH (p)-[:KNOWS]->(f) RETURN f.name AS name
      """
    Then the result should be, in any order:
      | name  |
      | 'Bob' |

  Scenario: UNWIND
    When executing query:
      """
      UNWIND [1, 2, 2] AS x RETURN x * 10 AS y
      """
    Then the result should be, in any order:
      | y  |
      | 10 |
      | 20 |
      | 20 |

  Scenario: UNION
    When executing query:
      """
      MATCH (p:Poet) RETURN p.name AS name UNION MATCH (p:Person) RETURN p.name AS name
      """
    Then the result should be, in any order:
      | name   |
      | 'Ada'  |
      | 'Bob'  |
      | 'Cleo' |

  Scenario: UNION ALL
    When executing query:
      """
      RETURN 1 AS x UNION ALL RETURN 1 AS x
      """
    Then the result should be, in any order:
      | x |
      | 1 |
      | 1 |

  Scenario: Parameters
    Given parameters are:
      | name | 'Bob' |
    When executing query:
      """
      MATCH (p:Person) WHERE p.name = $name RETURN p.born AS born
      """
    Then the result should be, in any order:
      | born |
      | 1900 |

  Scenario: EXISTS { }, COUNT { }, COLLECT { }
    When executing query:
      """
      MATCH (p:Person) WHERE EXISTS { (p)-[:KNOWS]->() }
      RETURN COUNT { (p)--() } AS degree, COLLECT { MATCH (p)-[:KNOWS]->(f) RETURN f.name } AS friends
      """
    Then the result should be, in any order:
      | degree | friends  |
      | 2      | ['Bob']  |
      | 2      | ['Cleo'] |

  Scenario: CALL (variables) { } for each row
    When executing query:
      """
      MATCH (p:Person) CALL (p) { MATCH (p)-[:KNOWS]->(f) RETURN f.name AS friend } RETURN p.name AS name, friend
      """
    Then the result should be, in any order:
      | name  | friend |
      | 'Ada' | 'Bob'  |
      | 'Bob' | 'Cleo' |

  Scenario: OPTIONAL CALL
    When executing query:
      """
      MATCH (p:Person) OPTIONAL CALL (p) { MATCH (p)-[:KNOWS]->(f) RETURN f.name AS friend } RETURN p.name AS name, friend
      """
    Then the result should be, in any order:
      | name   | friend |
      | 'Ada'  | 'Bob'  |
      | 'Bob'  | 'Cleo' |
      | 'Cleo' | null   |

  Scenario: UNION inside CALL { }
    When executing query:
      """
      CALL () { RETURN 1 AS x UNION RETURN 2 AS x } RETURN sum(x) AS sum
      """
    Then the result should be, in any order:
      | sum |
      | 3   |

  Scenario: Hints to the planner are read and ignored: USING INDEX, SCAN, JOIN
    When executing query:
      """
      MATCH (p:Person) USING SCAN p:Person WHERE p.name = 'Ada' RETURN p.born AS born
      """
    Then the result should be, in any order:
      | born |
      | 1815 |
