Feature: Where openCypher leaves a choice, or decides against other databases

  Background:
    Given an empty graph
    And having executed:
      """
      CREATE (ada:Person {name: 'Ada', born: 1815, tags: ['math', 'verse']}), (bob:Person:Poet {name: 'Bob', born: 1900}),
        (cleo:Person {name: 'Cleo'}), (london:City {name: 'London'}),
        (ada)-[:KNOWS {since: 1833}]->(bob), (bob)-[:KNOWS {since: 1925}]->(cleo), (ada)-[:LIVES_IN]->(london)
      """

  Scenario: Groups of values that are not a number
    Equivalent by openCypher (CIP2016-06-14), so one group; in Neo4j each is its own.
    When executing query:
      """
      UNWIND [0.0 / 0.0, 0.0 / 0.0] AS x RETURN count(DISTINCT x) AS groups
      """
    Then the result should be, in any order:
      | groups |
      | 1      |

  Scenario: A sum that leaves the range on the way only
    Exact, for only the end must be an INTEGER; Neo4j goes on in FLOATs.
    When executing query:
      """
      UNWIND [9223372036854775807, 1, -1] AS x RETURN sum(x) AS sum
      """
    Then the result should be, in any order:
      | sum                 |
      | 9223372036854775807 |

  Scenario: Large INTEGERs in percentileDisc()
    One of the values by its definition, in their order; Neo4j sorts them as FLOATs.
    When executing query:
      """
      UNWIND [9007199254740993, 9007199254740992] AS x RETURN percentileDisc(x, 1.0) AS value
      """
    Then the result should be, in any order:
      | value            |
      | 9007199254740993 |

  Scenario: Durations that are divided
    Cut off once, at the end; Neo4j rounds each part for itself.
    When executing query:
      """
      RETURN duration('PT1S') / 3 AS third
      """
    Then the result should be, in any order:
      | third            |
      | 'PT0.333333333S' |

  Scenario: A clause is done before the next begins
    What SET changes is read by the next clause as a whole; Neo4j may match what the row before has changed.
    When executing query:
      """
      MATCH (n:Person) SET n:Done WITH n MATCH (m:Done) RETURN count(*) AS pairs
      """
    Then the result should be, in any order:
      | pairs |
      | 9     |

  Scenario: Dates do not take less than a day
    Of what is less than a day nothing is left, by openCypher; Neo4j may count it for a day if it is nearly one.
    When executing query:
      """
      RETURN date('2020-01-02') + duration({hours: 23}) AS date
      """
    Then the result should be, in any order:
      | date         |
      | '2020-01-02' |
