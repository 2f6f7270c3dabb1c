Feature: Rows of one MERGE that mean the same pattern

  Scenario: Numbers beyond 53 bits that are equal
    Given an empty graph
    When executing query:
      """
      UNWIND [9007199254740992, 9007199254740992.0, 9007199254740993, 1, 1.0, -0.0, 0] AS x MERGE (n:N {v: x})
      RETURN count(DISTINCT n) AS nodes
      """
    Then the result should be, in any order:
      | nodes |
      | 4     |

  Scenario: Values that equal not even themselves
    Given an empty graph
    When executing query:
      """
      UNWIND [[0.0 / 0.0], [0.0 / 0.0], [1], [1.0], 0.0 / 0.0, 0.0 / 0.0] AS x MERGE (n:N {v: x})
      RETURN count(DISTINCT n) AS nodes
      """
    Then the result should be, in any order:
      | nodes |
      | 5     |

  Scenario: Points that are equal
    Given an empty graph
    When executing query:
      """
      UNWIND [0.0, -0.0, 0] AS x MERGE (n:N {v: point({x: x, y: 1})}) RETURN count(DISTINCT n) AS nodes
      """
    Then the result should be, in any order:
      | nodes |
      | 1     |

  Scenario: A relationship without direction between two new nodes is found from both its ends
    Given an empty graph
    When executing query:
      """
      UNWIND [1, 1] AS x MERGE (a:S {v: x})-[:R]-(b:S {v: x}) RETURN count(*) AS rows, count(DISTINCT a) AS nodes
      """
    Then the result should be, in any order:
      | rows | nodes |
      | 3    | 2     |

  Scenario: A relationship without direction is found when its ends change places
    Given an empty graph
    When executing query:
      """
      UNWIND [[1, 2], [2, 1]] AS pair MERGE (a:S {v: pair[0]})-[r:R]-(b:S {v: pair[1]})
      RETURN count(*) AS rows, count(DISTINCT r) AS relationships
      """
    Then the result should be, in any order:
      | rows | relationships |
      | 2    | 1             |

  Scenario: A relationship without direction between nodes that are there is made once
    Given an empty graph
    And having executed:
      """
      CREATE (:A {v: 1}), (:A {v: 2})
      """
    When executing query:
      """
      MATCH (a:A), (b:A) MERGE (a)-[r:R]-(b) RETURN count(*) AS rows, count(DISTINCT r) AS relationships
      """
    Then the result should be, in any order:
      | rows | relationships |
      | 4    | 3             |
