Feature: Indexes give what scans give

  Background:
    Given an empty graph
    And having executed:
      """
      UNWIND range(1, 300) AS i
      CREATE (:A {x: i, name: 'n' + toString(i % 50), y: i % 7}), (:B {x: i})
      """
    And having executed:
      """
      CREATE (:A {x: 'text'}), (:A {x: 2.5}), (:A {x: 7.0, name: 'seven'}), (:A), (:A {x: true}), (:A:B {x: 1000})
      """
    And an index on :A(x)
    And an index on :A(name)

  Scenario Outline: A seek by a value
    When executing query:
      """
      MATCH (a:A) WHERE a.x = <value> RETURN count(*) AS count
      """
    Then the result should be, in any order:
      | count   |
      | <count> |

    Examples:
      | value     | count |
      | 5         | 1     |
      | 5.0       | 1     |
      | 7         | 2     |
      | 2.5       | 1     |
      | 'text'    | 1     |
      | 'other'   | 0     |
      | true      | 1     |
      | null      | 0     |
      | 301       | 0     |
      | 1000      | 1     |
      | 0.0 / 0.0 | 0     |
      | [5]       | 0     |

  Scenario Outline: A seek by one of several values
    When executing query:
      """
      MATCH (a:A) WHERE a.x IN <values> RETURN count(*) AS count
      """
    Then the result should be, in any order:
      | count   |
      | <count> |

    Examples:
      | values                 | count |
      | [1, 2, 3]              | 3     |
      | [1, 1, 1.0]            | 1     |
      | [7, null, 'text']      | 3     |
      | []                     | 0     |
      | null                   | 0     |
      | range(1, 1000)         | 302   |
      | [x IN [1, 2] \| x * 10] | 2     |

  Scenario Outline: A seek by a range
    When executing query:
      """
      MATCH (a:A) WHERE <condition> RETURN count(*) AS count
      """
    Then the result should be, in any order:
      | count   |
      | <count> |

    Examples:
      | condition                 | count |
      | a.x > 298                 | 3     |
      | a.x >= 298                | 4     |
      | a.x < 3                   | 3     |
      | a.x <= 3                  | 4     |
      | a.x > 2 AND a.x < 4       | 2     |
      | 2 < a.x <= 4              | 3     |
      | a.x > 2.4 AND a.x < 3     | 1     |
      | a.x > 10 AND a.x < 5      | 0     |
      | a.x > 'a'                 | 1     |
      | a.x < 'zz'                | 1     |
      | a.x > null                | 0     |
      | a.x >= 999                | 1     |
      | a.name STARTS WITH 'n1'   | 66    |
      | a.name STARTS WITH 'n49'  | 6     |
      | a.name STARTS WITH ''     | 301   |
      | a.name STARTS WITH 'zzz'  | 0     |
      | a.name STARTS WITH null   | 0     |
      | a.name ENDS WITH '9'      | 30    |
      | a.name = 'n7' AND a.y = 1 | 1     |
      | a.name >= 'n48'           | 43    |

  Scenario: A join by an index
    When executing query:
      """
      MATCH (b:B), (a:A {x: b.x}) RETURN count(*) AS count
      """
    Then the result should be, in any order:
      | count |
      | 302   |

  Scenario: A seek by a parameter
    And parameters are:
      | wanted | [3, 4, 3] |
    When executing query:
      """
      UNWIND $wanted AS x MATCH (a:A {x: x}) RETURN a.x AS x, a.name AS name
      """
    Then the result should be, in any order:
      | x | name |
      | 3 | 'n3' |
      | 4 | 'n4' |
      | 3 | 'n3' |

  Scenario: An optional seek
    When executing query:
      """
      UNWIND [1, -1, null] AS x OPTIONAL MATCH (a:A {x: x}) RETURN x, a.name AS name
      """
    Then the result should be, in any order:
      | x    | name |
      | 1    | 'n1' |
      | -1   | null |
      | null | null |

  Scenario: A label that the index does not have
    When executing query:
      """
      MATCH (n) WHERE n.x = 5 RETURN labels(n) AS labels
      """
    Then the result should be, in any order:
      | labels |
      | ['A']  |
      | ['B']  |

  Scenario: An index of a label with a second label asked for
    When executing query:
      """
      MATCH (n:A&B) WHERE n.x = 1000 RETURN n.x AS x
      """
    Then the result should be, in any order:
      | x    |
      | 1000 |
