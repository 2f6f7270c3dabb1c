Feature: OPTIONAL MATCH

  Scenario: A later MATCH begins at a node that an optional one did not find
    Given an empty graph
    When executing query:
      """
      OPTIONAL MATCH (a)
      WITH a
      MATCH (a)-->(b)
      RETURN b
      """
    Then the result should be empty

  Scenario: A later MATCH begins at a node that an optional one found
    Given an empty graph
    And having executed:
      """
      CREATE (:A {x: 1})-[:T]->(:B {y: 2}), (:C)
      """
    When executing query:
      """
      OPTIONAL MATCH (a:A)
      MATCH (a)-->(b)
      RETURN b.y AS y
      """
    Then the result should be, in any order:
      | y |
      | 2 |

  Scenario: Rows without a match keep their other columns
    Given an empty graph
    And having executed:
      """
      CREATE (a:A {x: 1})-[:T {since: date('2020-02-29')}]->(:B {y: 2}), (:A {x: 2}), (:A {x: 3})-[:U]->(:B)
      """
    When executing query:
      """
      MATCH (a:A)
      OPTIONAL MATCH (a)-[r:T]->(b)
      RETURN a.x AS x, r, b.y AS y, r.since AS since
      ORDER BY x
      """
    Then the result should be, in order:
      | x | r                          | y    | since        |
      | 1 | [:T {since: '2020-02-29'}] | 2    | '2020-02-29' |
      | 2 | null                       | null | null         |
      | 3 | null                       | null | null         |

  Scenario: The predicate of an optional match belongs to it
    Given an empty graph
    And having executed:
      """
      CREATE (:A {x: 1})-[:T]->(:B {y: 2}), (:A {x: 5})-[:T]->(:B {y: 3})
      """
    When executing query:
      """
      MATCH (a:A)
      OPTIONAL MATCH (a)-->(b) WHERE b.y > a.x
      RETURN a.x AS x, b.y AS y
      """
    Then the result should be, in any order:
      | x | y    |
      | 1 | 2    |
      | 5 | null |

  Scenario: Optional matches one after the other multiply
    Given an empty graph
    And having executed:
      """
      CREATE (a:A {x: 1}), (b:A {x: 2}), (a)-[:T]->(:B {y: 1}), (a)-[:T]->(:B {y: 2}), (a)-[:U]->(:C), (a)-[:U]->(:C)
      """
    When executing query:
      """
      MATCH (a:A)
      OPTIONAL MATCH (a)-[:T]->(b)
      OPTIONAL MATCH (a)-[:U]->(c)
      RETURN a.x AS x, count(b) AS bs, count(c) AS cs, count(*) AS rows, collect(DISTINCT b.y) AS ys
      """
    Then the result should be (ignoring element order for lists):
      | x | bs | cs | rows | ys     |
      | 1 | 4  | 4  | 4    | [1, 2] |
      | 2 | 0  | 0  | 1    | []     |
