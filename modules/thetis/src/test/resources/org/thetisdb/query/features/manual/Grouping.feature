Feature: Aggregates and groups

  Background:
    Given an empty graph
    And having executed:
      """
      CREATE (ada:Person {name: 'Ada', born: 1815, tags: ['math', 'verse']}), (bob:Person:Poet {name: 'Bob', born: 1900}),
        (cleo:Person {name: 'Cleo'}), (london:City {name: 'London'}),
        (ada)-[:KNOWS {since: 1833}]->(bob), (bob)-[:KNOWS {since: 1925}]->(cleo), (ada)-[:LIVES_IN]->(london)
      """

  Scenario: Groups are what stands beside the aggregates
    When executing query:
      """
      MATCH (p:Person)-[r]->() RETURN p.name AS name, count(r) AS count
      """
    Then the result should be, in any order:
      | name  | count |
      | 'Ada' | 2     |
      | 'Bob' | 1     |

  Scenario: Groups are filtered behind WITH
    When executing query:
      """
      MATCH (p:Person)-[r]->() WITH p.name AS name, count(r) AS count WHERE count > 1 RETURN name
      """
    Then the result should be, in any order:
      | name  |
      | 'Ada' |

  Scenario: count() of what is not null
    When executing query:
      """
      MATCH (p:Person) RETURN count(p.born) AS value
      """
    Then the result should be, in any order:
      | value |
      | 2     |

  Scenario: DISTINCT inside of aggregates
    When executing query:
      """
      UNWIND [1, 1, 2] AS x RETURN count(DISTINCT x) AS count, sum(DISTINCT x) AS sum
      """
    Then the result should be, in any order:
      | count | sum |
      | 2     | 3   |
