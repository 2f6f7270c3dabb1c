Feature: Aggregates

  Background:
    Given an empty graph
    And having executed:
      """
      CREATE (ada:Person {name: 'Ada', born: 1815, tags: ['math', 'verse']}), (bob:Person:Poet {name: 'Bob', born: 1900}),
        (cleo:Person {name: 'Cleo'}), (london:City {name: 'London'}),
        (ada)-[:KNOWS {since: 1833}]->(bob), (bob)-[:KNOWS {since: 1925}]->(cleo), (ada)-[:LIVES_IN]->(london)
      """

  Scenario: count()
    When executing query:
      """
      MATCH (p:Person) RETURN count(*) AS value
      """
    Then the result should be, in any order:
      | value |
      | 3     |

  Scenario: sum()
    When executing query:
      """
      UNWIND [1, 2, 3] AS x RETURN sum(x) AS value
      """
    Then the result should be, in any order:
      | value |
      | 6     |

  Scenario: avg()
    When executing query:
      """
      UNWIND [1, 2] AS x RETURN avg(x) AS value
      """
    Then the result should be, in any order:
      | value |
      | 1.5   |

  Scenario: min()
    When executing query:
      """
      UNWIND [3, 1, 2] AS x RETURN min(x) AS value
      """
    Then the result should be, in any order:
      | value |
      | 1     |

  Scenario: max()
    When executing query:
      """
      UNWIND ['a', 'c', 'b'] AS x RETURN max(x) AS value
      """
    Then the result should be, in any order:
      | value |
      | 'c'   |

  Scenario: collect()
    When executing query:
      """
      UNWIND [1, null, 2] AS x RETURN collect(x) AS value
      """
    Then the result should be, in any order:
      | value  |
      | [1, 2] |

  Scenario: stDev()
    When executing query:
      """
      UNWIND [1, 2, 3] AS x RETURN stDev(x) AS value
      """
    Then the result should be, in any order:
      | value |
      | 1.0   |

  Scenario: stDevP()
    When executing query:
      """
      UNWIND [1, 3] AS x RETURN stDevP(x) AS value
      """
    Then the result should be, in any order:
      | value |
      | 1.0   |

  Scenario: percentileCont()
    When executing query:
      """
      UNWIND [1, 2] AS x RETURN percentileCont(x, 0.5) AS value
      """
    Then the result should be, in any order:
      | value |
      | 1.5   |

  Scenario: percentileDisc()
    When executing query:
      """
      UNWIND [1, 2, 3] AS x RETURN percentileDisc(x, 0.5) AS value
      """
    Then the result should be, in any order:
      | value |
      | 2     |
