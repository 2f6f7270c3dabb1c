Feature: Functions at the ends of their ranges

  Scenario Outline: Values of functions
    Given an empty graph
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |

    Examples:
      | expression                                                             | value                           |
      | toInteger(0.0 / 0.0)                                                   | null                            |
      | toIntegerOrNull(1.0e300)                                               | null                            |
      | toIntegerList([1.0e300, 2.5])                                          | [null, 2]                       |
      | toInteger('٣')                                                         | null                            |
      | toFloat('0x1p3')                                                       | null                            |
      | replace('😀', '', 'x')                                                 | 'x😀x'                          |
      | replace('ab', '', 'x', 2)                                              | 'xaxb'                          |
      | date({date: date('2020-02-29'), year: 2021})                           | '2021-02-28'                    |
      | localtime({time: localtime('12:00:00.123456789'), nanosecond: 5})      | '12:00:00.000000005'            |
      | localtime.truncate('millisecond', localtime('12:00:00.123456789'), {nanosecond: 5}) | '12:00:00.123000005' |
      | time({time: time('23:00+01:00'), hour: 1, timezone: '+03:00'})         | '03:00+03:00'                   |
      | time.truncate('hour', localtime('12:34'), {timezone: 'Europe/London'}).offset IN ['Z', '+01:00'] | true  |
      | datetime.truncate('hour', datetime('2020-10-25T02:30+01:00[Europe/Paris]')) | '2020-10-25T02:00+01:00[Europe/Paris]' |
      | date('2020-01-02') - duration('PT23H59M59.5S')                         | '2020-01-02'                    |
      | date('2020-01-02') + duration('PT-23H-59M-59.5S')                      | '2020-01-02'                    |
      | duration({months: 0.5, days: 0.9})                                     | 'P16DT2H50M33S'                 |
      | point.distance(point({x: 1.0e300, y: 0}), point({x: 0, y: 0}))         | 1.0e300                         |

  Scenario Outline: Arguments that have no answer
    Given an empty graph
    When executing query:
      """
      UNWIND [<argument>] AS x RETURN <expression> AS value
      """
    Then a ArgumentError should be raised at runtime: any

    Examples:
      | argument | expression                                                     |
      | 1.0e300  | toInteger(x)                                                   |
      | '1e400'  | toInteger(x)                                                   |
      | '2015-00' | date(x)                                                       |
      | '12:00+01:60' | time(x)                                                   |
      | 1        | date({year: 2020, month: x, week: 1})                          |
      | 'day'    | date.truncate('day', date('2020-01-01'), x)                    |
      | 1.0e300  | datetime.fromEpoch(x, 0)                                       |
      | 9223372036854775807 | datetime.fromEpoch(x, 0)                            |
      | 0.0 / 0.0 | point({x: x, y: 1})                                           |
      | 1        | point({x: x, y: 1, z: 1, crs: 'cartesian'})                    |
      | datetime('+999999999-12-31T00:00Z') | x.epochMillis                       |

  Scenario: Long durations are ordered exactly
    Given an empty graph
    When executing query:
      """
      UNWIND [duration({seconds: 9007199254740993}), duration({seconds: 9007199254740992, nanoseconds: 5})] AS x
      RETURN x.seconds AS seconds ORDER BY x
      """
    Then the result should be, in order:
      | seconds          |
      | 9007199254740992 |
      | 9007199254740993 |
