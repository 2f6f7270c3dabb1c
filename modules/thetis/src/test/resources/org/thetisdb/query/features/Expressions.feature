Feature: Expressions beyond the TCK

  Scenario Outline: Values of expressions
    Given an empty graph
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |

    Examples:
      | expression                                             | value              |
      | {a: 1, b: {c: [2]}}.b.c[0]                             | 2                  |
      | [1, 2, 3][-1]                                          | 3                  |
      | [1, 2, 3, 4][1..-1]                                    | [2, 3]             |
      | reduce(s = 0, x IN [1, 2, 3] \| s + x)                 | 6                  |
      | reduce(s = '', x IN ['a', null] \| s + x)              | null               |
      | CASE 3 WHEN 1 THEN 'a' WHEN 3 THEN 'b' END             | 'b'                |
      | CASE WHEN null THEN 1 ELSE 2 END                       | 2                  |
      | any(x IN [1, null] WHERE x > 1)                        | null               |
      | all(x IN [] WHERE x > 1)                               | true               |
      | 7 / 2                                                  | 3                  |
      | 7 / 2.0                                                | 3.5                |
      | -7 % 3                                                 | -1                 |
      | 2 ^ 10                                                 | 1024.0             |
      | 1 = 1.0                                                | true               |
      | [1, null] = [1, null]                                  | null               |
      | [1, null] = [2, null]                                  | false              |
      | null IN []                                             | false              |
      | 1 IN [2, null]                                         | null               |
      | 'a' < 'B'                                              | false              |
      | 'straße' =~ '.*ß.'                                     | true               |
      | substring('hello', 1, 3)                               | 'ell'              |
      | split('a,b,,c', ',')                                   | ['a', 'b', '', 'c'] |
      | replace('aaa', 'a', 'bb')                              | 'bbbbbb'           |
      | trim('  x ')                                           | 'x'                |
      | toUpper('straße')                                      | 'STRASSE'          |
      | reverse('äbc')                                         | 'cbä'              |
      | size('a😀')                                            | 2                  |
      | left('hello', 2) + right('hello', 2)                   | 'helo'             |
      | toInteger('12.7')                                      | 12                 |
      | toInteger('x')                                         | null               |
      | toFloat('1e3')                                         | 1000.0             |
      | toBoolean('TRUE')                                      | true               |
      | toString(1.0)                                          | '1.0'              |
      | range(5, 1, -2)                                        | [5, 3, 1]          |
      | head([]) IS NULL                                       | true               |
      | tail([1, 2, 3])                                        | [2, 3]             |
      | coalesce(null, null, 3)                                | 3                  |
      | keys({a: 1, b: null})                                  | ['a', 'b']         |
      | round(2.5)                                             | 3.0                |
      | round(-2.5)                                            | -2.0               |
      | sign(-3)                                               | -1                 |
      | abs(-3.5)                                              | 3.5                |
      | date('2020-02-29') + duration('P1Y')                   | '2021-02-28'       |
      | duration.between(date('2020-01-31'), date('2020-03-01')) | 'P1M1D'          |
      | datetime('2020-01-01T00:00:00Z') < datetime('2020-01-01T00:30:00+01:00') | false |
      | date('2020-01-01').week                                | 1                  |
      | date({year: 2020, ordinalDay: 60})                     | '2020-02-29'       |
      | time('10:00+01:00') = time('09:00Z')                   | false              |
      | point({x: 3, y: 4}).x                                  | 3.0                |
      | point.distance(point({x: 0, y: 0}), point({x: 3, y: 4})) | 5.0              |
      | 1 IS :: INTEGER                                        | true               |
      | valueType(1.5)                                         | 'FLOAT NOT NULL'   |
      | valueType([2.0, 1, 'a'])                               | 'LIST<STRING NOT NULL \| INTEGER NOT NULL \| FLOAT NOT NULL> NOT NULL' |
      | valueType([[1], ['a'], date('2020-01-01'), true])      | 'LIST<BOOLEAN NOT NULL \| DATE NOT NULL \| LIST<STRING NOT NULL> NOT NULL \| LIST<INTEGER NOT NULL> NOT NULL> NOT NULL' |
      | 'a' \|\| 'b'                                           | 'ab'               |
      | [1] + 2 + [3]                                          | [1, 2, 3]          |
      | [x IN range(1, 5) WHERE x % 2 = 1 \| x * x]            | [1, 9, 25]         |
      | [1, [2, [3]]][1][1][0]                                 | 3                  |
      | {a: 1}.missing                                         | null               |
      | {a: 1}['a']                                            | 1                  |
      | 0x1F + 0o17                                            | 46                 |
      | NOT true XOR true                                      | true               |
      | 1 < 2 < 3                                              | true               |
      | 3 > 2 > 2                                              | false              |
      | isEmpty('')                                            | true               |

  Scenario Outline: Errors of the run
    Given an empty graph
    When executing query:
      """
      UNWIND [0] AS zero RETURN <expression> AS value
      """
    Then a ArithmeticError should be raised at runtime: any

    Examples:
      | expression                        |
      | 1 / zero                          |
      | 1 % zero                          |
      | 9223372036854775807 + 1 + zero    |
      | -9223372036854775807 - 2 - zero   |
      | date({year: 2020, month: 13 + zero}) |
      | range(1, 2, zero)                 |
      | toInteger([zero])                 |
      | [date('2020-01-01'), zero][zero]['year'] |
      | [point({x: 1, y: 2}), zero][zero]['x'] |
      | [duration('P1D'), zero][zero]['days'] |

  Scenario Outline: Errors of the text
    Given an empty graph
    When executing query:
      """
      <query>
      """
    Then a SyntaxError should be raised at compile time: any

    Examples:
      | query                                     |
      | RETURN                                    |
      | RETURN x                                  |
      | MATCH (n) RETURN m                        |
      | RETURN 1 AS a, 2 AS a                     |
      | MATCH (a)-[a]->() RETURN a                |
      | RETURN unknown(1)                         |
      | RETURN toInteger()                        |
      | MATCH (n) WHERE count(n) > 1 RETURN n     |
      | RETURN 1 +                                |
      | RETURN 'unfinished                        |
      | MATCH (n RETURN n                         |
      | MATCH (n) RETURN n LIMIT -1               |
      | UNWIND [1] AS x RETURN x ORDER BY y       |
      | RETURN {a: 1                              |

  Scenario: Map projections
    Given an empty graph
    And having executed:
      """
      CREATE (:P {name: 'a', age: 3})-[:K]->(:P {name: 'b'})
      """
    When executing query:
      """
      MATCH (p:P {name: 'a'})-->(q) WITH p, q, 7 AS x
      RETURN p {.name, .missing, x, friend: q.name} AS chosen, p {.*, age: 4} AS all, properties(q) AS q
      """
    Then the result should be, in any order:
      | chosen                                         | all                    | q           |
      | {name: 'a', missing: null, x: 7, friend: 'b'} | {name: 'a', age: 4}     | {name: 'b'} |

  Scenario: CASE takes a map for what it compares
    Given an empty graph
    When executing query:
      """
      WITH {k: 3} AS case
      RETURN CASE {a: 7}.a WHEN 5 THEN 'five' ELSE 'other' END AS a, CASE {b: 1} WHEN {b: 1} THEN 'same' END AS b,
             case {.k} AS c
      """
    Then the result should be, in any order:
      | a       | b      | c      |
      | 'other' | 'same' | {k: 3} |

  Scenario: Values that were stored come back
    Given an empty graph
    And having executed:
      """
      CREATE (:V {b: true, i: -9223372036854775808, f: 1.5e300, s: 'ä😀', e: '', l: [1, 2], ls: ['a', 'b'],
                  d: date('0001-01-01'), lt: localtime('23:59:59.999999999'), t: time('12:00-18:00'),
                  ld: localdatetime('9999-12-31T23:59:59'), z: datetime('2020-06-01T12:00[Europe/Paris]'),
                  u: duration('P1Y2M3DT4H5M6.7S'), p: point({longitude: 1, latitude: 2, height: 3}), le: []})
      """
    When executing query:
      """
      MATCH (v:V)
      RETURN v.b AS b, v.i AS i, v.f AS f, v.s AS s, v.e AS e, v.l AS l, v.ls AS ls, v.d AS d, v.lt AS lt, v.t AS t,
             v.ld AS ld, v.z AS z, v.u AS u, v.p.height AS p, v.le AS le
      """
    Then the result should be, in any order:
      | b    | i                    | f       | s     | e  | l      | ls         | d            | lt                   | t              | ld                    | z                                           | u                  | p   | le |
      | true | -9223372036854775808 | 1.5e300 | 'ä😀' | '' | [1, 2] | ['a', 'b'] | '0001-01-01' | '23:59:59.999999999' | '12:00-18:00' | '9999-12-31T23:59:59' | '2020-06-01T12:00+02:00[Europe/Paris]' | 'P1Y2M3DT4H5M6.7S' | 3.0 | [] |
