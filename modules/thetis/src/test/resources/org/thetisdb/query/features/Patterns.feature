Feature: Patterns

  Background:
    Given an empty graph
    And having executed:
      """
      CREATE (a:A {n: 1}), (b:A:B {n: 2}), (c:B {n: 3}), (d:C {n: 4}), (e {n: 5})
      CREATE (a)-[:R {w: 1}]->(b), (b)-[:R {w: 2}]->(c), (c)-[:S {w: 3}]->(d), (d)-[:S {w: 4}]->(a)
      CREATE (a)-[:S {w: 5}]->(c), (e)-[:T {w: 6}]->(e), (a)-[:R {w: 7}]->(b)
      """

  Scenario Outline: Label expressions
    When executing query:
      """
      MATCH (n<labels>) RETURN n.n AS n ORDER BY n
      """
    Then the result should be, in order:
      | n |
      | <first> |
      | <second> |

    Examples:
      | labels    | first | second |
      | :A        | 1     | 2      |
      | :B        | 2     | 3      |
      | :A&!B\|C  | 1     | 4      |
      | :!%\|C    | 4     | 5      |
      | :(A\|C)&!B | 1    | 4      |

  Scenario Outline: Types of relationships
    When executing query:
      """
      MATCH ()-[r<types>]->() RETURN sum(r.w) AS sum
      """
    Then the result should be, in any order:
      | sum |
      | <sum> |

    Examples:
      | types   | sum |
      | :R      | 10  |
      | :R\|S   | 22  |
      | :R\|:T  | 16  |
      | :!R     | 18  |
      | :Q      | 0   |
      |         | 28  |

  Scenario: Inline predicates
    When executing query:
      """
      MATCH (x:A WHERE x.n = 1)-[r WHERE r.w > 4]->(y) RETURN r.w AS w, y.n AS y ORDER BY w
      """
    Then the result should be, in order:
      | w | y |
      | 5 | 3 |
      | 7 | 2 |

  Scenario Outline: Walks of variable length
    When executing query:
      """
      MATCH p = (x {n: 1})-[r:R|S<length>]->(y) RETURN count(*) AS count, max(length(p)) AS longest
      """
    Then the result should be, in any order:
      | count | longest |
      | <count> | <longest> |

    Examples:
      | length | count | longest |
      | *0..0  | 1     | 0       |
      | *1     | 3     | 1       |
      | *2     | 3     | 2       |
      | *1..2  | 6     | 2       |
      | *0..1  | 4     | 1       |
      | *      | 19    | 5       |
      | *7..   | 0     | null    |

  Scenario: Undirected walks see a loop once
    When executing query:
      """
      MATCH (x {n: 5})-[r*1..2]-(y) RETURN size(r) AS size, y.n AS y
      """
    Then the result should be, in any order:
      | size | y |
      | 1    | 5 |

  Scenario: A predicate on each relationship of a walk
    When executing query:
      """
      MATCH (x {n: 1})-[r*1..3 {w: 1}]->(y) RETURN [q IN r | q.w] AS ws, y.n AS y
      """
    Then the result should be, in any order:
      | ws  | y |
      | [1] | 2 |

  Scenario: shortestPath and allShortestPaths
    When executing query:
      """
      MATCH (x {n: 1}), (y {n: 4})
      MATCH p = shortestPath((x)-[*]->(y))
      MATCH q = allShortestPaths((x)-[*]-(y))
      RETURN length(p) AS p, length(q) AS q, [n IN nodes(p) | n.n] AS nodes
      """
    Then the result should be, in any order:
      | p | q | nodes     |
      | 2 | 1 | [1, 3, 4] |

  Scenario: All shortest paths with repeated relationships
    When executing query:
      """
      MATCH (x {n: 1}), (y {n: 2}) MATCH p = allShortestPaths((x)-[:R*]->(y))
      RETURN [r IN relationships(p) | r.w] AS ws
      """
    Then the result should be, in any order:
      | ws  |
      | [1] |
      | [7] |

  Scenario: No path at all
    When executing query:
      """
      MATCH (x {n: 1}), (y {n: 5}) OPTIONAL MATCH p = shortestPath((x)-[*]-(y)) RETURN p, length(p) AS length
      """
    Then the result should be, in any order:
      | p    | length |
      | null | null   |

  Scenario: shortestPath with a limit and a predicate
    When executing query:
      """
      MATCH (x {n: 1}), (y {n: 4})
      OPTIONAL MATCH p = shortestPath((x)-[*..1]->(y))
      MATCH q = shortestPath((x)-[*]->(y)) WHERE none(r IN relationships(q) WHERE r.w = 5)
      RETURN p, length(q) AS length
      """
    Then the result should be, in any order:
      | p    | length |
      | null | 3      |

  Scenario: Cycles
    When executing query:
      """
      MATCH (x)-[:R]->(y)-[:R]->(z)<-[:S]-(x) RETURN x.n AS x, y.n AS y, z.n AS z
      """
    Then the result should be, in any order:
      | x | y | z |
      | 1 | 2 | 3 |
      | 1 | 2 | 3 |

  Scenario: A relationship is matched once in a pattern and again in the next clause
    When executing query:
      """
      MATCH (x {n: 4})-[r]->(y)
      OPTIONAL MATCH (x)-[s]->(z)
      RETURN count(*) AS both, COUNT { MATCH (x)-[s1]->(a), (x)-[s2]->(b) } AS inOne
      """
    Then the result should be, in any order:
      | both | inOne |
      | 1    | 0     |

  Scenario: A bound relationship
    When executing query:
      """
      MATCH ()-[r:T]->() MATCH (x)-[r]->(y) RETURN x.n AS x, y.n AS y, startNode(r) = endNode(r) AS loop
      """
    Then the result should be, in any order:
      | x | y | loop |
      | 5 | 5 | true |

  Scenario: Paths as values
    When executing query:
      """
      MATCH p = (:C)-[:S]->(:A)-[:R {w: 7}]->(:B) RETURN p
      """
    Then the result should be, in any order:
      | p                                                                |
      | <(:C {n: 4})-[:S {w: 4}]->(:A {n: 1})-[:R {w: 7}]->(:A:B {n: 2})> |
