Feature: Patterns

  Background:
    Given an empty graph
    And having executed:
      """
      CREATE (ada:Person {name: 'Ada', born: 1815, tags: ['math', 'verse']}), (bob:Person:Poet {name: 'Bob', born: 1900}),
        (cleo:Person {name: 'Cleo'}), (london:City {name: 'London'}),
        (ada)-[:KNOWS {since: 1833}]->(bob), (bob)-[:KNOWS {since: 1925}]->(cleo), (ada)-[:LIVES_IN]->(london)
      """

  Scenario: Directions: -->, <--, --
    When executing query:
      """
      MATCH (p {name: 'Bob'})--(q) RETURN q.name AS name
      """
    Then the result should be, in any order:
      | name   |
      | 'Ada'  |
      | 'Cleo' |

  Scenario: Several types: [:A|B]
    When executing query:
      """
      MATCH (:Person {name: 'Ada'})-[r:KNOWS|LIVES_IN]->() RETURN type(r) AS type
      """
    Then the result should be, in any order:
      | type       |
      | 'KNOWS'    |
      | 'LIVES_IN' |

  Scenario: Label expressions: &, |, !, %
    When executing query:
      """
      MATCH (n:(Person&!Poet)|City) RETURN n.name AS name
      """
    Then the result should be, in any order:
      | name     |
      | 'Ada'    |
      | 'Cleo'   |
      | 'London' |

  Scenario: Labels with IS
    When executing query:
      """
      MATCH (n IS Poet) RETURN n.name AS name
      """
    Then the result should be, in any order:
      | name  |
      | 'Bob' |

  Scenario: Predicates inside of patterns
    When executing query:
      """
      MATCH (p:Person WHERE p.born > 1850)-[k:KNOWS WHERE k.since > 1900]->(f) RETURN f.name AS name
      """
    Then the result should be, in any order:
      | name   |
      | 'Cleo' |

  Scenario: Variable length: *1..2
    When executing query:
      """
      MATCH (:Person {name: 'Ada'})-[:KNOWS*1..2]->(f) RETURN f.name AS name
      """
    Then the result should be, in any order:
      | name   |
      | 'Bob'  |
      | 'Cleo' |

  Scenario: Quantified relationships: ->+, ->*, ->{1,2}
    When executing query:
      """
      MATCH (:Person {name: 'Ada'})-[:KNOWS]->{1,2}(f) RETURN f.name AS name
      """
    Then the result should be, in any order:
      | name   |
      | 'Bob'  |
      | 'Cleo' |

  Scenario: Named paths
    When executing query:
      """
      MATCH path = (:Person {name: 'Ada'})-[:KNOWS*]->(:Person {name: 'Cleo'}) RETURN length(path) AS length
      """
    Then the result should be, in any order:
      | length |
      | 2      |

  Scenario: shortestPath()
    When executing query:
      """
      MATCH path = shortestPath((:Person {name: 'Ada'})-[:KNOWS*]->(:Person {name: 'Cleo'})) RETURN length(path) AS length
      """
    Then the result should be, in any order:
      | length |
      | 2      |

  Scenario: allShortestPaths()
    When executing query:
      """
      MATCH path = allShortestPaths((:Person {name: 'Ada'})-[*]-(:Person {name: 'Cleo'})) RETURN count(path) AS paths
      """
    Then the result should be, in any order:
      | paths |
      | 1     |

  Scenario: Patterns as conditions
    When executing query:
      """
      MATCH (p:Person) WHERE NOT (p)-[:KNOWS]->() RETURN p.name AS name
      """
    Then the result should be, in any order:
      | name   |
      | 'Cleo' |

  Scenario: Pattern comprehensions
    When executing query:
      """
      MATCH (p:Person {name: 'Ada'}) RETURN [(p)-[k:KNOWS]->(x) WHERE k.since < 1900 | x.name] AS list
      """
    Then the result should be, in any order:
      | list    |
      | ['Bob'] |

  Scenario: Relationships are followed once in a pattern
    When executing query:
      """
      MATCH (:Person {name: 'Ada'})-[:KNOWS]->(b)-[:KNOWS]-(c) RETURN c.name AS name
      """
    Then the result should be, in any order:
      | name   |
      | 'Cleo' |
