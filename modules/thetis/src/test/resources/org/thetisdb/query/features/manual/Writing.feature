Feature: Clauses that write

  Background:
    Given an empty graph
    And having executed:
      """
      CREATE (ada:Person {name: 'Ada', born: 1815, tags: ['math', 'verse']}), (bob:Person:Poet {name: 'Bob', born: 1900}),
        (cleo:Person {name: 'Cleo'}), (london:City {name: 'London'}),
        (ada)-[:KNOWS {since: 1833}]->(bob), (bob)-[:KNOWS {since: 1925}]->(cleo), (ada)-[:LIVES_IN]->(london)
      """

  Scenario: CREATE nodes and relationships
    When executing query:
      """
      CREATE (:Person {name: 'Dan'})-[:KNOWS {since: 2001}]->(:Person {name: 'Eve'})
      """
    Then the result should be empty
    And the side effects should be:
      | +nodes         | 2 |
      | +relationships | 1 |
      | +properties    | 3 |

  Scenario: CREATE between nodes that are there
    When executing query:
      """
      MATCH (a:Person {name: 'Ada'}), (c:Person {name: 'Cleo'}) CREATE (a)-[:KNOWS]->(c)
      """
    Then the result should be empty
    And the side effects should be:
      | +relationships | 1 |

  Scenario: CREATE from a parameter
    Given parameters are:
      | rows | [{id: 1}, {id: 2}] |
    When executing query:
      """
      UNWIND $rows AS row CREATE (p:Robot) SET p = row
      """
    Then the result should be empty
    And the side effects should be:
      | +nodes      | 2 |
      | +properties | 2 |
      | +labels     | 1 |

  Scenario: MERGE
    When executing query:
      """
      MERGE (p:Person {name: 'Ada'}) RETURN p.born AS born
      """
    Then the result should be, in any order:
      | born |
      | 1815 |

  Scenario: MERGE with ON CREATE SET and ON MATCH SET
    When executing query:
      """
      MERGE (p:Person {name: 'Fay'}) ON CREATE SET p.born = 2000 ON MATCH SET p.seen = true
      """
    Then the result should be empty
    And the side effects should be:
      | +nodes      | 1 |
      | +properties | 2 |

  Scenario: MERGE of relationships
    When executing query:
      """
      MATCH (a:Person {name: 'Ada'}), (b:Person {name: 'Bob'}) MERGE (a)-[k:KNOWS]->(b) RETURN k.since AS since
      """
    Then the result should be, in any order:
      | since |
      | 1833  |

  Scenario: SET a property
    When executing query:
      """
      MATCH (p:Person {name: 'Cleo'}) SET p.born = 1950 RETURN p.born AS born
      """
    Then the result should be, in any order:
      | born |
      | 1950 |

  Scenario: SET all properties: =
    When executing query:
      """
      MATCH (c:City) SET c = {name: 'Rome', size: 3} RETURN properties(c) AS map
      """
    Then the result should be, in any order:
      | map                     |
      | {name: 'Rome', size: 3} |

  Scenario: SET further properties: +=
    When executing query:
      """
      MATCH (c:City) SET c += {size: 9} RETURN c.name AS name, c.size AS size
      """
    Then the result should be, in any order:
      | name     | size |
      | 'London' | 9    |

  Scenario: SET labels
    When executing query:
      """
      MATCH (p:Person {name: 'Ada'}) SET p:Poet:Countess RETURN p:Poet&Countess AS both
      """
    Then the result should be, in any order:
      | both |
      | true |

  Scenario: SET to null removes
    When executing query:
      """
      MATCH (p:Person {name: 'Ada'}) SET p.born = null RETURN p.born AS born
      """
    Then the result should be, in any order:
      | born |
      | null |

  Scenario: REMOVE properties and labels
    When executing query:
      """
      MATCH (p:Poet) REMOVE p.born, p:Poet RETURN labels(p) AS labels, p.born AS born
      """
    Then the result should be, in any order:
      | labels     | born |
      | ['Person'] | null |

  Scenario: DELETE relationships
    When executing query:
      """
      MATCH ()-[k:LIVES_IN]->() DELETE k
      """
    Then the result should be empty
    And the side effects should be:
      | -relationships | 1 |

  Scenario: DETACH DELETE
    When executing query:
      """
      MATCH (p:Person {name: 'Bob'}) DETACH DELETE p
      """
    Then the result should be empty
    And the side effects should be:
      | -nodes         | 1 |
      | -relationships | 2 |
      | -properties    | 4 |
      | -labels        | 1 |

  Scenario: FOREACH
    When executing query:
      """
      FOREACH (name IN ['x', 'y'] | CREATE (:City {name: name}))
      """
    Then the result should be empty
    And the side effects should be:
      | +nodes      | 2 |
      | +properties | 2 |

  Scenario: CALL { } that writes
    When executing query:
      """
      UNWIND [1, 2] AS x CALL (x) { CREATE (:City {name: toString(x)}) } RETURN count(*) AS rows
      """
    Then the result should be, in any order:
      | rows |
      | 2    |

  Scenario: A clause does not see its own writes
    When executing query:
      """
      MATCH (p:Person) CREATE (:Person {name: p.name + ' again'}) RETURN count(*) AS created
      """
    Then the result should be, in any order:
      | created |
      | 3       |
