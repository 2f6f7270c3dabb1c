Feature: Numbers at the ends of their ranges

  Scenario: LIMIT and SKIP as large as numbers get
    Given an empty graph
    When executing query:
      """
      UNWIND range(1, 10000) AS y WITH y ORDER BY y LIMIT 9223372036854775807 RETURN count(y) AS count, max(y) AS max
      """
    Then the result should be, in any order:
      | count | max   |
      | 10000 | 10000 |

  Scenario: LIMIT and SKIP as large as numbers get (2)
    Given an empty graph
    When executing query:
      """
      UNWIND range(1, 10000) AS y WITH y ORDER BY y SKIP 9990 LIMIT 9223372036854775807 RETURN min(y) AS min, count(*) AS count
      """
    Then the result should be, in any order:
      | min  | count |
      | 9991 | 10    |

  Scenario: LIMIT and SKIP as large as numbers get (3)
    Given an empty graph
    When executing query:
      """
      UNWIND range(1, 10000) AS y WITH y ORDER BY y SKIP 9223372036854775807 LIMIT 9223372036854775807 RETURN count(*) AS count
      """
    Then the result should be, in any order:
      | count |
      | 0     |

  Scenario: LIMIT and SKIP as large as numbers get (4)
    Given an empty graph
    When executing query:
      """
      UNWIND range(1, 10000) AS y WITH y ORDER BY y DESC SKIP 4611686018427387904 LIMIT 4611686018427387904 RETURN y
      """
    Then the result should be empty

  Scenario: LIMIT and SKIP as large as numbers get (5)
    Given an empty graph
    When executing query:
      """
      UNWIND [1, 2] AS i
      CALL (i) { UNWIND range(1, 5000) AS y WITH y ORDER BY y SKIP 4990 LIMIT 9223372036854775807 RETURN sum(y) AS sum }
      RETURN i, sum
      """
    Then the result should be, in any order:
      | i | sum   |
      | 1 | 49955 |
      | 2 | 49955 |

  Scenario: Ranges over all numbers
    Given an empty graph
    When executing query:
      """
      RETURN range(-9223372036854775807, 9223372036854775807, 4611686018427387904) AS up,
             range(9223372036854775807, -9223372036854775807 - 1, -9223372036854775807 - 1) AS down,
             range(-9223372036854775807 - 1, 9223372036854775807, 9223372036854775807) AS three,
             range(9223372036854775806, 9223372036854775807) AS last,
             range(-9223372036854775807, -9223372036854775807 - 1, -1) AS first,
             range(0, 9223372036854775807, 9223372036854775807) AS far,
             range(1, 0, -9223372036854775807 - 1) AS one, range(0, 1, -1) AS none
      """
    Then the result should be, in any order:
      | up                                                                                     | down                       | three                                                | last                                       | first                                        | far                      | one | none |
      | [-9223372036854775807, -4611686018427387903, 1, 4611686018427387905] | [9223372036854775807, -1] | [-9223372036854775808, -1, 9223372036854775806] | [9223372036854775806, 9223372036854775807] | [-9223372036854775807, -9223372036854775808] | [0, 9223372036854775807] | [1] | []   |

  Scenario: Ranges over all numbers (2)
    Given an empty graph
    When executing query:
      """
      RETURN size(range(0, 2147483638)) AS most, range(0, 2147483638)[-1] AS last
      """
    Then the result should be, in any order:
      | most       | last       |
      | 2147483639 | 2147483638 |

  Scenario: Ranges over all numbers (3)
    Given an empty graph
    When executing query:
      """
      RETURN size(range(0, 2147483639)) AS most
      """
    Then an ArgumentError should be raised at runtime: LimitExceeded

  Scenario: Ranges over all numbers (4)
    Given an empty graph
    When executing query:
      """
      RETURN size(range(-9223372036854775807 - 1, 9223372036854775807)) AS all
      """
    Then an ArgumentError should be raised at runtime: LimitExceeded

  Scenario: Ranges over all numbers (5)
    Given an empty graph
    When executing query:
      """
      UNWIND range(-9223372036854775807, 9223372036854775807, 4611686018427387904) AS n RETURN count(n) AS count
      """
    Then the result should be, in any order:
      | count |
      | 4     |

  Scenario: Durations are multiplied and divided exactly
    Given an empty graph
    When executing query:
      """
      RETURN toString(duration('P1D') / 3) AS third, toString(duration('P1D') / 3 * 3) AS again,
             toString(duration('P1M') / 2) AS half, toString(duration('P10D') * 0.3) AS tenths,
             toString(duration('PT0.000000001S') * 9007199254740993) AS large,
             toString(duration({seconds: 9007199254740993}) * 1) AS same,
             toString(duration('P1D') / -7) AS negative, toString(duration('-P1M') / 4) AS before
      """
    Then the result should be, in any order:
      | third  | again | half             | tenths | large                   | same                   | negative                | before             |
      | 'PT8H' | 'PT24H' | 'P15DT5H14M33S' | 'P3D'  | 'PT2501H59M59.254740993S' | 'PT2501999792983H36M33S' | 'PT-3H-25M-42.857142857S' | 'P-7DT-14H-37M-16.5S' |

  Scenario: Durations are multiplied and divided exactly (2)
    Given an empty graph
    When executing query:
      """
      RETURN duration({months: 9223372036854775807}) * 2
      """
    Then an ArithmeticError should be raised at runtime: NumberOutOfRange

  Scenario: Sums and means of durations are exact
    Given an empty graph
    When executing query:
      """
      UNWIND range(1, 7) AS i
      WITH duration({months: 13, days: 31, hours: 23, nanoseconds: 999999999}) AS d
      RETURN avg(d) = head(collect(d)) AS same, toString(sum(d)) AS sum
      """
    Then the result should be, in any order:
      | same | sum                            |
      | true | 'P7Y7M217DT161H6.999999993S' |

  Scenario: Sums and means of durations are exact (2)
    Given an empty graph
    When executing query:
      """
      UNWIND [9223372036854775807, 9223372036854775807, -9223372036854775807] AS months
      RETURN sum(duration({months: months})) = duration({months: 9223372036854775807}) AS whole,
             avg(duration({months: months})) = duration({months: 9223372036854775807}) / 3 AS mean
      """
    Then the result should be, in any order:
      | whole | mean |
      | true  | true |

  Scenario: Sums and means of durations are exact (3)
    Given an empty graph
    When executing query:
      """
      UNWIND [9223372036854775807, 9223372036854775807] AS months
      RETURN toString(avg(duration({months: months}))) AS mean, sum(duration({months: months})) AS sum
      """
    Then an ArithmeticError should be raised at runtime: NumberOutOfRange

  Scenario: Sums and means of durations are exact (4)
    Given an empty graph
    When executing query:
      """
      UNWIND [duration('P2D'), 0] AS d RETURN avg(d)
      """
    Then a TypeError should be raised at runtime: TypeMismatch

  Scenario: Sums and means of durations are exact (5)
    Given an empty graph
    When executing query:
      """
      UNWIND [duration('P2D'), 1, -1] AS d RETURN sum(d)
      """
    Then a TypeError should be raised at runtime: TypeMismatch

  Scenario: IN and = of ranges that are too long to be looked through
    Given an empty graph
    When executing query:
      """
      WITH range(5, 2000000000, 5) AS up, range(7, -2000000000, -2) AS down
      UNWIND [5, 4, 10.0, 10.5, 2000000000, 2000000005, 0, null, 7, 9, -1999999999, -2000000000, 'x'] AS x
      RETURN x, x IN up AS up, x IN down AS down, up = range(5, 2000000004, 5) AS same, up = down AS different
      """
    Then the result should be, in any order:
      | x           | up    | down  | same | different |
      | 5           | true  | true  | true | false     |
      | 4           | false | false | true | false     |
      | 10.0        | true  | false | true | false     |
      | 10.5        | false | false | true | false     |
      | 2000000000  | true  | false | true | false     |
      | 2000000005  | false | false | true | false     |
      | 0           | false | false | true | false     |
      | null        | null  | null  | true | false     |
      | 7           | false | true  | true | false     |
      | 9           | false | false | true | false     |
      | -1999999999 | false | true  | true | false     |
      | -2000000000 | false | false | true | false     |
      | 'x'         | false | false | true | false     |

  Scenario: Long durations that differ by a second are two
    Given an empty graph
    When executing query:
      """
      UNWIND [9007199254740993, 9007199254740992, 9007199254740994] AS s
      WITH DISTINCT duration({seconds: s}) AS d, s ORDER BY d
      RETURN collect(s) AS s
      """
    Then the result should be, in any order:
      | s                                                      |
      | [9007199254740992, 9007199254740993, 9007199254740994] |
