Feature: Expressions and types

  Background:
    Given an empty graph
    And having executed:
      """
      CREATE (ada:Person {name: 'Ada', born: 1815, tags: ['math', 'verse']}), (bob:Person:Poet {name: 'Bob', born: 1900}),
        (cleo:Person {name: 'Cleo'}), (london:City {name: 'London'}),
        (ada)-[:KNOWS {since: 1833}]->(bob), (bob)-[:KNOWS {since: 1925}]->(cleo), (ada)-[:LIVES_IN]->(london)
      """

  Scenario: Arithmetic: +, -, *, /, %, ^
    When executing query:
      """
      RETURN 7 / 2 AS whole, 7 / 2.0 AS half, 7 % 2 AS rest, 2 ^ 3 AS power
      """
    Then the result should be, in any order:
      | whole | half | rest | power |
      | 3     | 3.5  | 1    | 8.0   |

  Scenario: Comparisons, and chains of them
    When executing query:
      """
      RETURN 1 < 2 <= 2 AS yes, 1 <> 2 AS differs
      """
    Then the result should be, in any order:
      | yes  | differs |
      | true | true    |

  Scenario: AND, OR, XOR, NOT, with null for unknown
    When executing query:
      """
      RETURN true AND null AS unknown, false AND null AS no, true OR null AS yes, NOT true XOR true AS either
      """
    Then the result should be, in any order:
      | unknown | no    | yes  | either |
      | null    | false | true | true   |

  Scenario: IS NULL, IS NOT NULL
    When executing query:
      """
      RETURN null IS NULL AS yes, 1 IS NOT NULL AS too
      """
    Then the result should be, in any order:
      | yes  | too  |
      | true | true |

  Scenario: IN
    When executing query:
      """
      RETURN 2 IN [1, 2] AS yes, 3 IN [1, null] AS unknown
      """
    Then the result should be, in any order:
      | yes  | unknown |
      | true | null    |

  Scenario: STARTS WITH, ENDS WITH, CONTAINS
    When executing query:
      """
      RETURN 'Thetis' STARTS WITH 'The' AS a, 'Thetis' ENDS WITH 'is' AS b, 'Thetis' CONTAINS 'eti' AS c
      """
    Then the result should be, in any order:
      | a    | b    | c    |
      | true | true | true |

  Scenario: Regular expressions: =~
    When executing query:
      """
      RETURN 'Thetis' =~ 'T.*s' AS yes
      """
    Then the result should be, in any order:
      | yes  |
      | true |

  Scenario: Texts and lists are joined by + and ||
    When executing query:
      """
      RETURN 'a' + 'b' AS text, 'a' || 'b' AS too, [1] + [2] AS list
      """
    Then the result should be, in any order:
      | text | too  | list   |
      | 'ab' | 'ab' | [1, 2] |

  Scenario: CASE
    When executing query:
      """
      UNWIND [1, 2] AS x RETURN CASE x WHEN 1 THEN 'one' ELSE 'many' END AS text
      """
    Then the result should be, in any order:
      | text   |
      | 'one'  |
      | 'many' |

  Scenario: CASE with conditions
    When executing query:
      """
      UNWIND [1, 20] AS x RETURN CASE WHEN x > 9 THEN 'large' WHEN x > 0 THEN 'small' END AS size
      """
    Then the result should be, in any order:
      | size    |
      | 'small' |
      | 'large' |

  Scenario: List literals, elements, slices
    When executing query:
      """
      WITH [1, 2, 3, 4] AS list RETURN list[0] AS first, list[-1] AS last, list[1..3] AS part
      """
    Then the result should be, in any order:
      | first | last | part   |
      | 1     | 4    | [2, 3] |

  Scenario: List comprehensions
    When executing query:
      """
      RETURN [x IN range(1, 4) WHERE x % 2 = 0 | x * x] AS squares
      """
    Then the result should be, in any order:
      | squares |
      | [4, 16] |

  Scenario: all(), any(), none(), single()
    When executing query:
      """
      WITH [1, 2, 3] AS l RETURN all(x IN l WHERE x > 0) AS a, any(x IN l WHERE x > 2) AS b, none(x IN l WHERE x > 3) AS c, single(x IN l WHERE x = 1) AS d
      """
    Then the result should be, in any order:
      | a    | b    | c    | d    |
      | true | true | true | true |

  Scenario: reduce()
    When executing query:
      """
      RETURN reduce(sum = 0, x IN [1, 2, 3] | sum + x) AS sum
      """
    Then the result should be, in any order:
      | sum |
      | 6   |

  Scenario: Maps
    When executing query:
      """
      WITH {name: 'Ada', born: 1815} AS map RETURN map.name AS name, map['born'] AS born
      """
    Then the result should be, in any order:
      | name  | born |
      | 'Ada' | 1815 |

  Scenario: Map projections
    When executing query:
      """
      MATCH (p:Person {name: 'Ada'}) RETURN p {.name, old: p.born < 1900} AS map
      """
    Then the result should be, in any order:
      | map                      |
      | {name: 'Ada', old: true} |

  Scenario: Properties by computed name
    When executing query:
      """
      MATCH (c:City) RETURN c['na' + 'me'] AS name
      """
    Then the result should be, in any order:
      | name     |
      | 'London' |

  Scenario: Label tests
    When executing query:
      """
      MATCH (p:Person) RETURN p.name AS name, p:Poet AS poet
      """
    Then the result should be, in any order:
      | name   | poet  |
      | 'Ada'  | false |
      | 'Bob'  | true  |
      | 'Cleo' | false |

  Scenario: Type tests: IS :: TYPE
    When executing query:
      """
      UNWIND [1, 'a', [1]] AS x RETURN x IS :: INTEGER AS integer, x IS NOT TYPED STRING AS other
      """
    Then the result should be, in any order:
      | integer | other |
      | true    | true  |
      | false   | false |
      | false   | true  |

  Scenario: INTEGER of 64 bits; hexadecimal, octal, underscores
    When executing query:
      """
      RETURN 9223372036854775807 AS most, 0xFF AS hex, 0o17 AS octal, 1_000 AS thousand
      """
    Then the result should be, in any order:
      | most                | hex | octal | thousand |
      | 9223372036854775807 | 255 | 15    | 1000     |

  Scenario: FLOAT of 64 bits
    When executing query:
      """
      RETURN 1.5e3 AS x, 1 / 0.0 AS infinite
      """
    Then the result should be, in any order:
      | x      | infinite |
      | 1500.0 | Infinity |

  Scenario: BOOLEAN, STRING with escapes, NULL
    When executing query:
      """
      RETURN true AS b, 'it\'s \u0041' AS s, null AS n
      """
    Then the result should be, in any order:
      | b    | s         | n    |
      | true | 'it\'s A' | null |

  Scenario: DATE, TIME, LOCAL TIME, DATETIME, LOCAL DATETIME, DURATION
    When executing query:
      """
      RETURN date('2020-02-29') AS d, localtime('12:30') AS t, datetime('2020-01-01T10:00+01:00') AS z, duration('P1DT2H') AS p
      """
    Then the result should be, in any order:
      | d            | t       | z                        | p        |
      | '2020-02-29' | '12:30' | '2020-01-01T10:00+01:00' | 'P1DT2H' |

  Scenario: Dates and durations are added
    When executing query:
      """
      RETURN date('2020-01-31') + duration({months: 1}) AS date, duration('P1D') * 2 AS days
      """
    Then the result should be, in any order:
      | date         | days  |
      | '2020-02-29' | 'P2D' |

  Scenario: Parts of dates and durations
    When executing query:
      """
      WITH date('2020-02-29') AS d RETURN d.year AS year, d.week AS week, d.dayOfWeek AS day
      """
    Then the result should be, in any order:
      | year | week | day |
      | 2020 | 9    | 6   |

  Scenario: POINT, in the plane and on the globe
    When executing query:
      """
      RETURN point({x: 1, y: 2}).x AS x, point({latitude: 52.5, longitude: 13.4}).srid AS srid
      """
    Then the result should be, in any order:
      | x   | srid |
      | 1.0 | 4326 |

  Scenario: LIST and MAP of anything
    When executing query:
      """
      RETURN [1, 'a', [true]] AS list, {a: {b: [1]}} AS map
      """
    Then the result should be, in any order:
      | list             | map           |
      | [1, 'a', [true]] | {a: {b: [1]}} |

  Scenario: Division by zero is an error
    When executing query:
      """
      UNWIND [0] AS x RETURN 1 / x AS y
      """
    Then a ArithmeticError should be raised at runtime: any

  Scenario: An overflow is an error
    When executing query:
      """
      UNWIND [9223372036854775807] AS x RETURN x + 1 AS y
      """
    Then a ArithmeticError should be raised at runtime: any

  Scenario: Names in backticks
    When executing query:
      """
      WITH 1 AS `a name` RETURN `a name` AS x
      """
    Then the result should be, in any order:
      | x |
      | 1 |

  Scenario: Comments
    When executing query:
      """
      RETURN 1 AS x // to the end of the line
      /* and
         inside */
      """
    Then the result should be, in any order:
      | x |
      | 1 |
