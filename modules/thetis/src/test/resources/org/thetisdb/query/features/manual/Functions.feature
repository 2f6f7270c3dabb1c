Feature: Functions, an example each

  Background:
    Given an empty graph

  Scenario Outline: Values of any type
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |

    Examples:
      | expression          | value              |
      | coalesce(null, 'a') | 'a'                |
      | nullIf(1, 1)        | null               |
      | valueType(1)        | 'INTEGER NOT NULL' |
      | size([1, 2])        | 2                  |
      | isEmpty([])         | true               |
      | reverse('abc')      | 'cba'              |
      | keys({a: 1})        | ['a']              |
      | properties({a: 1})  | {a: 1}             |
      | head([1, 2])        | 1                  |
      | last([1, 2])        | 2                  |
      | tail([1, 2, 3])     | [2, 3]             |
      | range(1, 7, 3)      | [1, 4, 7]          |
      | size(randomUUID())  | 36                 |
      | timestamp() > 0     | true               |

  Scenario Outline: Conversions
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |

    Examples:
      | expression                 | value         |
      | toBoolean('true')          | true          |
      | toBooleanOrNull([1])       | null          |
      | toBooleanList(['true', 1]) | [true, true]  |
      | toFloat('1.5')             | 1.5           |
      | toFloatOrNull('x')         | null          |
      | toFloatList([1, 'x'])      | [1.0, null]   |
      | toInteger('42')            | 42            |
      | toIntegerOrNull('x')       | null          |
      | toIntegerList(['1', 2.7])  | [1, 2]        |
      | toString(1.5)              | '1.5'         |
      | toStringOrNull([1])        | null          |
      | toStringList([1, true])    | ['1', 'true'] |

  Scenario Outline: Texts
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |

    Examples:
      | expression                   | value      |
      | char_length('abc')           | 3          |
      | left('Thetis', 3)            | 'The'      |
      | right('Thetis', 2)           | 'is'       |
      | btrim('xaxx', 'x')           | 'a'        |
      | ltrim('  a')                 | 'a'        |
      | rtrim('a  ')                 | 'a'        |
      | trim('  a ')                 | 'a'        |
      | replace('banana', 'an', 'o') | 'booa'     |
      | split('a,b', ',')            | ['a', 'b'] |
      | substring('Thetis', 1, 3)    | 'het'      |
      | toLower('ABC')               | 'abc'      |
      | toUpper('abc')               | 'ABC'      |
      | normalize('a')               | 'a'        |

  Scenario Outline: Numbers
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |

    Examples:
      | expression       | value  |
      | abs(-3)          | 3      |
      | ceil(1.2)        | 2.0    |
      | floor(1.8)       | 1.0    |
      | round(1.25, 1)   | 1.3    |
      | sign(-7)         | -1     |
      | rand() < 1       | true   |
      | isNaN(0.0 / 0.0) | true   |
      | e() > 2.7        | true   |
      | exp(0)           | 1.0    |
      | log(1)           | 0.0    |
      | log10(1000)      | 3.0    |
      | pow(2, 10)       | 1024.0 |
      | sqrt(16)         | 4.0    |
      | pi() > 3.14      | true   |
      | degrees(0)       | 0.0    |
      | radians(0)       | 0.0    |
      | haversin(0)      | 0.0    |

  Scenario Outline: Trigonometry
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |

    Examples:
      | expression  | value    |
      | sin(0)      | 0.0      |
      | cos(0)      | 1.0      |
      | tan(0)      | 0.0      |
      | cot(0)      | Infinity |
      | asin(0)     | 0.0      |
      | acos(1)     | 0.0      |
      | atan(0)     | 0.0      |
      | atan2(0, 1) | 0.0      |
      | sinh(0)     | 0.0      |
      | cosh(0)     | 1.0      |
      | tanh(0)     | 0.0      |
      | coth(0)     | Infinity |

  Scenario Outline: Dates and times
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |

    Examples:
      | expression                                                       | value                  |
      | date({year: 2020, month: 2})                                     | '2020-02-01'           |
      | date.truncate('month', date('2020-02-29'))                       | '2020-02-01'           |
      | datetime('2020-01-01T10:00Z')                                    | '2020-01-01T10:00Z'    |
      | datetime.fromEpoch(0, 0)                                         | '1970-01-01T00:00Z'    |
      | datetime.fromEpochMillis(1000)                                   | '1970-01-01T00:00:01Z' |
      | datetime.truncate('hour', datetime('2020-01-01T10:30Z'))         | '2020-01-01T10:00Z'    |
      | localdatetime('2020-01-01T10:00')                                | '2020-01-01T10:00'     |
      | localdatetime.truncate('day', localdatetime('2020-01-01T10:00')) | '2020-01-01T00:00'     |
      | localtime('10:30')                                               | '10:30'                |
      | localtime.truncate('hour', localtime('10:30'))                   | '10:00'                |
      | time('10:30+01:00')                                              | '10:30+01:00'          |
      | time.truncate('hour', time('10:30Z'))                            | '10:00Z'               |
      | date.transaction() = date.statement()                            | true                   |
      | date.statement() <= date.realtime()                              | true                   |
      | date.realtime() >= date.transaction()                            | true                   |
      | datetime.transaction() <= datetime.realtime()                    | true                   |
      | datetime.statement() <= datetime.realtime()                      | true                   |
      | datetime.realtime() >= datetime.statement()                      | true                   |
      | localdatetime.transaction() <= localdatetime.realtime()          | true                   |
      | localdatetime.statement() <= localdatetime.realtime()            | true                   |
      | localdatetime.realtime() >= localdatetime.statement()            | true                   |
      | localtime.transaction() IS :: LOCAL TIME                         | true                   |
      | localtime.statement() IS :: LOCAL TIME                           | true                   |
      | localtime.realtime() IS :: LOCAL TIME                            | true                   |
      | time.transaction() IS :: ZONED TIME                              | true                   |
      | time.statement() IS :: ZONED TIME                                | true                   |
      | time.realtime() IS :: ZONED TIME                                 | true                   |

  Scenario Outline: Durations
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |

    Examples:
      | expression                                                 | value    |
      | duration({days: 1, hours: 2})                              | 'P1DT2H' |
      | duration.between(date('2020-01-01'), date('2020-03-02'))   | 'P2M1D'  |
      | duration.inMonths(date('2020-01-01'), date('2021-01-01'))  | 'P1Y'    |
      | duration.inDays(date('2020-01-01'), date('2020-03-01'))    | 'P60D'   |
      | duration.inSeconds(date('2020-01-01'), date('2020-01-02')) | 'PT24H'  |

  Scenario Outline: Points
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |

    Examples:
      | expression                                                                      | value |
      | point({x: 3, y: 4}).y                                                           | 4.0  |
      | point.distance(point({x: 0, y: 0}), point({x: 3, y: 4}))                        | 5.0  |
      | point.withinBBox(point({x: 1, y: 1}), point({x: 0, y: 0}), point({x: 2, y: 2})) | true |

  Scenario Outline: Vectors
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |

    Examples:
      | expression                                  | value |
      | vector.similarity.cosine([1, 0], [0, 2])    | 0.5   |
      | vector.similarity.euclidean([1, 2], [1, 3]) | 0.5   |
