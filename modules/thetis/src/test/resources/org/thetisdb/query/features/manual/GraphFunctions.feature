Feature: Functions of nodes, relationships and paths

  Background:
    Given an empty graph
    And having executed:
      """
      CREATE (ada:Person {name: 'Ada', born: 1815, tags: ['math', 'verse']}), (bob:Person:Poet {name: 'Bob', born: 1900}),
        (cleo:Person {name: 'Cleo'}), (london:City {name: 'London'}),
        (ada)-[:KNOWS {since: 1833}]->(bob), (bob)-[:KNOWS {since: 1925}]->(cleo), (ada)-[:LIVES_IN]->(london)
      """

  Scenario: elementId()
    When executing query:
      """
      MATCH (n:City) RETURN elementId(n) IS NOT NULL AS value
      """
    Then the result should be, in any order:
      | value |
      | true  |

  Scenario: id()
    When executing query:
      """
      MATCH (n:City) RETURN id(n) >= 0 AS value
      """
    Then the result should be, in any order:
      | value |
      | true  |

  Scenario: startNode()
    When executing query:
      """
      MATCH ()-[r:LIVES_IN]->() RETURN startNode(r).name AS value
      """
    Then the result should be, in any order:
      | value |
      | 'Ada' |

  Scenario: endNode()
    When executing query:
      """
      MATCH ()-[r:LIVES_IN]->() RETURN endNode(r).name AS value
      """
    Then the result should be, in any order:
      | value    |
      | 'London' |

  Scenario: type()
    When executing query:
      """
      MATCH ()-[r]->(:City) RETURN type(r) AS value
      """
    Then the result should be, in any order:
      | value      |
      | 'LIVES_IN' |

  Scenario: labels()
    When executing query:
      """
      MATCH (n {name: 'Bob'}) RETURN labels(n) AS value
      """
    Then the result should be, in any order:
      | value              |
      | ['Person', 'Poet'] |

  Scenario: nodes()
    When executing query:
      """
      MATCH p = (:Person)-->(:City) RETURN [n IN nodes(p) | n.name] AS value
      """
    Then the result should be, in any order:
      | value             |
      | ['Ada', 'London'] |

  Scenario: relationships()
    When executing query:
      """
      MATCH p = (:Person)-->(:City) RETURN [r IN relationships(p) | type(r)] AS value
      """
    Then the result should be, in any order:
      | value        |
      | ['LIVES_IN'] |

  Scenario: length()
    When executing query:
      """
      MATCH p = (:Person)-->(:City) RETURN length(p) AS value
      """
    Then the result should be, in any order:
      | value |
      | 1     |

  Scenario: exists()
    When executing query:
      """
      MATCH (p:Person) WHERE exists(p.born) RETURN p.name AS value
      """
    Then the result should be, in any order:
      | value |
      | 'Ada' |
      | 'Bob' |
