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
