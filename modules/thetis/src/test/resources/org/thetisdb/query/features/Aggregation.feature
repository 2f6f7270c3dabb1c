Feature: Aggregation, sorting and slicing over many rows

  Scenario: Groups, counts and extremes
    Given an empty graph
    When executing query:
      """
      UNWIND range(1, 5000) AS i
      WITH i % 3 AS g, i
      RETURN g, count(*) AS count, sum(i) AS sum, min(i) AS min, max(i) AS max, avg(i) AS avg ORDER BY g
      """
    Then the result should be, in order:
      | g | count | sum     | min | max  | avg    |
      | 0 | 1666  | 4165833 | 3   | 4998 | 2500.5 |
      | 1 | 1667  | 4167500 | 1   | 4999 | 2500.0 |
      | 2 | 1667  | 4169167 | 2   | 5000 | 2501.0 |

  Scenario: Groups by mixed values and null
    Given an empty graph
    When executing query:
      """
      UNWIND [1, 1.0, '1', null, true, [1], [1.0], {a: 1}, {a: 1.0}, null, date('2020-01-01')] AS x
      RETURN x, count(*) AS count
      """
    Then the result should be, in any order:
      | x            | count |
      | 1            | 2     |
      | '1'          | 1     |
      | null         | 2     |
      | true         | 1     |
      | [1]          | 2     |
      | {a: 1}       | 2     |
      | '2020-01-01' | 1     |

  Scenario: Aggregates of nothing
    Given an empty graph
    When executing query:
      """
      MATCH (n)
      RETURN count(n) AS c, sum(n.x) AS s, avg(n.x) AS a, min(n.x) AS m, collect(n.x) AS l, stDev(n.x) AS d,
             stDevP(n.x) AS p
      """
    Then the result should be, in any order:
      | c | s | a    | m    | l  | d    | p    |
      | 0 | 0 | null | null | [] | null | null |

  Scenario: The deviation of nothing but nulls is null, that of one value is 0
    Given an empty graph
    When executing query:
      """
      UNWIND [['a', null], ['b', 7], ['b', null], ['c', 1], ['c', 3]] AS row
      RETURN row[0] AS g, stDev(row[1]) AS d, stDevP(row[1]) AS p
      """
    Then the result should be, in any order:
      | g   | d                  | p    |
      | 'a' | null               | null |
      | 'b' | 0.0                | 0.0  |
      | 'c' | 1.4142135623730951 | 1.0  |

  Scenario: DISTINCT in aggregates
    Given an empty graph
    When executing query:
      """
      UNWIND range(0, 999) AS i
      RETURN count(DISTINCT i % 10) AS count, sum(DISTINCT i % 10) AS sum, size(collect(DISTINCT i % 7)) AS size
      """
    Then the result should be, in any order:
      | count | sum | size |
      | 10    | 45  | 7    |

  Scenario: The first rows by a key, SKIP and LIMIT
    Given an empty graph
    When executing query:
      """
      UNWIND range(0, 9999) AS i
      WITH i, (i * 7919) % 10007 AS k
      RETURN k ORDER BY k DESC SKIP 2 LIMIT 3
      """
    Then the result should be, in order:
      | k     |
      | 10004 |
      | 10003 |
      | 10002 |

  Scenario: Sorting by several keys with null
    Given an empty graph
    When executing query:
      """
      UNWIND [[1, 'b'], [null, 'a'], [1, 'a'], [0, null], [0, 'z']] AS row
      RETURN row[0] AS x, row[1] AS y ORDER BY x DESC, y
      """
    Then the result should be, in order:
      | x    | y    |
      | null | 'a'  |
      | 1    | 'a'  |
      | 1    | 'b'  |
      | 0    | 'z'  |
      | 0    | null |

  Scenario: An aggregate inside an expression
    Given an empty graph
    When executing query:
      """
      UNWIND [1, 2, 3, 4] AS x
      WITH x % 2 AS odd, x
      RETURN odd, 10 * sum(x) + count(*) AS v, [y IN collect(x) WHERE y > 1] AS list ORDER BY odd
      """
    Then the result should be, in order:
      | odd | v  | list   |
      | 0   | 62 | [2, 4] |
      | 1   | 42 | [3]    |

  Scenario: Percentiles and deviations
    Given an empty graph
    When executing query:
      """
      UNWIND [2, 4, 4, 4, 5, 5, 7, 9] AS x
      RETURN percentileDisc(x, 0.5) AS disc, percentileCont(x, 0.5) AS cont, stDevP(x) AS deviation
      """
    Then the result should be, in any order:
      | disc | cont | deviation |
      | 4    | 4.5  | 2.0       |

  Scenario: LIMIT stops and SKIP beyond the end is empty
    Given an empty graph
    When executing query:
      """
      UNWIND range(1, 100000) AS i WITH i LIMIT 5 RETURN i SKIP 7
      """
    Then the result should be empty

  Scenario: UNION and UNION ALL
    Given an empty graph
    When executing query:
      """
      UNWIND [1, 1, 2] AS x RETURN x UNION UNWIND [2, 3.0] AS x RETURN x
      """
    Then the result should be, in any order:
      | x   |
      | 1   |
      | 2   |
      | 3.0 |

  Scenario: Names of RETURN *
    Given an empty graph
    When executing query:
      """
      WITH 1 AS b, 2 AS a RETURN *, a + b AS c
      """
    Then the result should be, in any order:
      | a | b | c |
      | 2 | 1 | 3 |

  Scenario: The sum of nothing is the integer 0, whatever would be summed
    Given an empty graph
    When executing query:
      """
      MATCH (n:None) WITH sum(toFloat(n.x)) AS floats, sum(duration(n.d)) AS durations
      RETURN [7, 8][floats] AS first, durations % 2 AS even
      """
    Then the result should be, in any order:
      | first | even |
      | 7     | 0    |
