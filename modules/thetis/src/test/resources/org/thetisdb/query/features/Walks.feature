Feature: Conditions on walks and shortest paths

  Scenario: Hops compared with the node at the end
    Given an empty graph
    And having executed:
      """
      CREATE (:A {n: 1})-[:T {k: 1}]->(:B {k: 1})-[:T {k: 1}]->(:C {k: 1})-[:T {k: 2}]->(:D {k: 2})
      """
    When executing query:
      """
      MATCH (a:A)-[*1..3 {k: b.k}]->(b) RETURN labels(b) AS labels
      """
    Then the result should be, in any order:
      | labels |
      | ['B']  |
      | ['C']  |

  Scenario: Hops compared with the node at the end (2)
    Given an empty graph
    And having executed:
      """
      CREATE (:A {n: 1})-[:T {k: 1}]->(:B {k: 1})-[:T {k: 1}]->(:C {k: 1})-[:T {k: 2}]->(:D {k: 2})
      """
    When executing query:
      """
      MATCH (a:A)-[*1..3 {k: c.k}]->(b), (c:D) RETURN labels(b) AS labels
      """
    Then the result should be empty

  Scenario: Hops compared with the node at the end (3)
    Given an empty graph
    And having executed:
      """
      CREATE (:A {n: 1})-[:T {k: 1}]->(:B {k: 1})-[:T {k: 1}]->(:C {k: 1})-[:T {k: 2}]->(:D {k: 2})
      """
    When executing query:
      """
      MATCH (a:A)-[*1..3 {k: r.k}]->(b), (c:C)<-[r]-() RETURN labels(b) AS labels
      """
    Then the result should be, in any order:
      | labels |
      | ['B']  |

  Scenario: Hops compared with the node at the end (4)
    Given an empty graph
    And having executed:
      """
      CREATE (:A {n: 1})-[:T {k: 1}]->(:B {k: 1})-[:T {k: 1}]->(:C {k: 1})-[:T {k: 2}]->(:D {k: 2})
      """
    When executing query:
      """
      MATCH (a:A)-[*1..3 {k: r.k}]->(b), (c:D)<-[r]-() RETURN labels(b) AS labels
      """
    Then the result should be empty

  Scenario: Hops compared with the node at the end (5)
    Given an empty graph
    And having executed:
      """
      CREATE (:A {n: 1})-[:T {k: 1}]->(:B {k: 1})-[:T {k: 1}]->(:C {k: 1})-[:T {k: 2}]->(:D {k: 2})
      """
    When executing query:
      """
      MATCH (a:A)-[*0..1 {k: size(s)}]->(b)-[s*1..2 {k: size(s)}]->(c) RETURN labels(b) AS b, labels(c) AS c
      """
    Then the result should be, in any order:
      | b     | c     |
      | ['A'] | ['B'] |
      | ['B'] | ['C'] |

  Scenario: Hops compared with the node at the end (6)
    Given an empty graph
    And having executed:
      """
      CREATE (:A {n: 1})-[:T {k: 1}]->(:B {k: 1})-[:T {k: 1}]->(:C {k: 1})-[:T {k: 2}]->(:D {k: 2})
      """
    When executing query:
      """
      MATCH (b)<-[s*1..2 {k: size(t)}]-(a)<-[t*1..2 {k: size(s)}]-(c) RETURN labels(b) AS b, labels(c) AS c
      """
    Then the result should be, in any order:
      | b     | c     |
      | ['C'] | ['A'] |
      | ['D'] | ['A'] |

  Scenario: Hops compared with the node at the end (7)
    Given an empty graph
    And having executed:
      """
      CREATE (:A {n: 1})-[:T {k: 1}]->(:B {k: 1})-[:T {k: 1}]->(:C {k: 1})-[:T {k: 2}]->(:D {k: 2})
      """
    When executing query:
      """
      MATCH (a:A) OPTIONAL MATCH (a)-[*1..3 {k: b.k}]->(b:D) RETURN labels(b) AS labels
      """
    Then the result should be, in any order:
      | labels |
      | null   |

  Scenario: What a later MATCH demands of a shortest path is no part of the search
    Given an empty graph
    And having executed:
      """
      CREATE (a:A)-[:T]->(:X)-[:T]->(b:B), (a)-[:T]->(b), (:C)
      """
    When executing query:
      """
      MATCH (a:A), (b:B) MATCH p = shortestPath((a)-[*]-(b)) MATCH (c:C) WHERE length(p) > 1 RETURN length(p) AS length
      """
    Then the result should be empty

  Scenario: What a later MATCH demands of a shortest path is no part of the search (2)
    Given an empty graph
    And having executed:
      """
      CREATE (a:A)-[:T]->(:X)-[:T]->(b:B), (a)-[:T]->(b), (:C)
      """
    When executing query:
      """
      MATCH (a:A), (b:B) MATCH p = shortestPath((a)-[*]-(b)) WHERE length(p) > 1 MATCH (c:C) RETURN length(p) AS length
      """
    Then the result should be, in any order:
      | length |
      | 2      |

  Scenario: What a later MATCH demands of a shortest path is no part of the search (3)
    Given an empty graph
    And having executed:
      """
      CREATE (a:A)-[:T]->(:X)-[:T]->(b:B), (a)-[:T]->(b), (:C)
      """
    When executing query:
      """
      MATCH (a:A), (b:B) MATCH p = shortestPath((a)-[*]-(b)) WITH p WHERE length(p) > 1 RETURN length(p) AS length
      """
    Then the result should be empty

  Scenario Outline: A walk back to its start lists its relationships in its own order
    Given an empty graph
    And having executed:
      """
      CREATE (n0 {k: 1}), (n1 {k: 4}), (n1)-[:T {k: 17}]->(n0), (n0)-[:S {k: 22}]->(n1), (n0)-[:S {k: 26}]->(n0)
      """
    When executing query:
      """
      <match> RETURN [x IN relationships(p) | x.k] AS p, [x IN r | x.k] AS r, [x IN nodes(p) | x.k] AS n
      """
    Then the result should be, in any order:
      | p            | r            | n            |
      | [26]         | [26]         | [1, 1]       |
      | [22, 17]     | [22, 17]     | [1, 4, 1]    |
      | [22, 17, 26] | [22, 17, 26] | [1, 4, 1, 1] |
      | [26, 22, 17] | [26, 22, 17] | [1, 1, 4, 1] |
      | [17, 22]     | [17, 22]     | [4, 1, 4]    |
      | [17, 26, 22] | [17, 26, 22] | [4, 1, 1, 4] |

    Examples:
      | match |
      | MATCH p = (n)-[r*1..3]->(n) |
      | MATCH (n) MATCH p = (n)-[r*1..3]->(n) |
      | MATCH (n) OPTIONAL MATCH p = (n)-[r*1..3]->(n) |
      | MATCH (n), (m) MATCH p = (n)-[r*1..3]->(m) WHERE n = m WITH * |
      | MATCH (n) MATCH (m) WHERE id(m) = id(n) MATCH p = (n)-[r*1..3]->(m) |

  Scenario Outline: A walk back to its start against the arrows
    Given an empty graph
    And having executed:
      """
      CREATE (n0 {k: 1}), (n1 {k: 4}), (n1)-[:T {k: 17}]->(n0), (n0)-[:S {k: 22}]->(n1), (n0)-[:S {k: 26}]->(n0)
      """
    When executing query:
      """
      <match> RETURN [x IN relationships(p) | x.k] AS p, [x IN r | x.k] AS r
      """
    Then the result should be, in any order:
      | p            | r            |
      | [26]         | [26]         |
      | [17, 22]     | [17, 22]     |
      | [26, 17, 22] | [26, 17, 22] |
      | [17, 22, 26] | [17, 22, 26] |
      | [22, 17]     | [22, 17]     |
      | [22, 26, 17] | [22, 26, 17] |

    Examples:
      | match                                          |
      | MATCH p = (n)<-[r*1..3]-(n)                    |
      | MATCH (n) MATCH p = (n)<-[r*1..3]-(n)          |
      | MATCH (n) OPTIONAL MATCH p = (n)<-[r*1..3]-(n) |

  Scenario Outline: A path from a node to itself is only that of length 0
    Given an empty graph
    And having executed:
      """
      CREATE (a:A)-[:T]->(b:B), (b)-[:T]->(a), (a)-[:T]->(a)
      """
    When executing query:
      """
      <match> RETURN count(*) AS count, max(length(p)) AS length
      """
    Then the result should be, in any order:
      | count | length |
      | <count> | <length> |

    Examples:
      | match | count | length |
      | MATCH p = shortestPath((n)-[*0..]->(n)) | 2 | 0 |
      | MATCH p = allShortestPaths((n)-[*0..]->(n)) | 2 | 0 |
      | MATCH p = shortestPath((n)-[*0..]-(n)) | 2 | 0 |
      | MATCH p = shortestPath((n)-[*1..]->(n)) | 0 | null |
      | MATCH p = allShortestPaths((n)-[*1..]->(n)) | 0 | null |
      | MATCH p = shortestPath((n)-[:T]->(n)) | 0 | null |
      | MATCH (n), (m) MATCH p = shortestPath((n)-[*0..]->(m)) | 4 | 1 |
      | MATCH (n), (m) MATCH p = allShortestPaths((n)-[*0..]->(m)) | 4 | 1 |
      | MATCH (n), (m) MATCH p = shortestPath((n)-[*]->(m)) | 2 | 1 |
      | MATCH (n), (m) MATCH p = allShortestPaths((n)-[*]-(m)) | 4 | 1 |
      | MATCH (n), (m) WHERE n = m MATCH p = shortestPath((n)-[*1..3]-(m)) | 0 | null |
      | MATCH (n), (m) WHERE n = m OPTIONAL MATCH p = allShortestPaths((n)-[*1..3]-(m)) | 2 | null |
