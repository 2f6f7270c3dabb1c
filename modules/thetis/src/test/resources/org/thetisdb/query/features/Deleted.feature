Feature: Entities that the statement has deleted

  Scenario Outline: Whatever reads a deleted node is an error
    Given an empty graph
    And having executed:
      """
      CREATE (:A {x: 1}), (:B {y: 1})
      """
    When executing query:
      """
      MATCH (n:A), (other:B) DETACH DELETE n WITH n, other RETURN <expression> AS value
      """
    Then a EntityNotFound should be raised at runtime: DeletedEntityAccess

    Examples:
      | expression            |
      | n.x                   |
      | n.unknown             |
      | n['x']                |
      | n['unknown']          |
      | n['unk' + 'nown']     |
      | n {.x}                |
      | n {.unknown}          |
      | n {.*}                |
      | n:A                   |
      | n:B                   |
      | n:Unknown             |
      | n:!A                  |
      | keys(n)               |
      | properties(n)         |
      | labels(n)             |
      | [other, n][1].x       |
      | [other, n][1].unknown |
      | [m IN [other, n] \| m.unknown] |
      | [m IN [other, n] \| m:B] |
      | n.unknown IS NULL     |

  Scenario Outline: Whatever reads a deleted relationship is an error
    Given an empty graph
    And having executed:
      """
      CREATE (:A {x: 1})-[:R {y: 1}]->(:B)
      """
    When executing query:
      """
      MATCH (:A)-[r:R]->() DELETE r WITH r RETURN <expression> AS value
      """
    Then a EntityNotFound should be raised at runtime: DeletedEntityAccess

    Examples:
      | expression     |
      | r.y            |
      | r.unknown      |
      | r['y']         |
      | r['unknown']   |
      | r {.unknown}   |
      | keys(r)        |
      | properties(r)  |
      | [1, r][1].unknown |

  Scenario: A deleted relationship still has type and ends, and what was deleted is not null
    Given an empty graph
    And having executed:
      """
      CREATE (:A {x: 1})-[:R {y: 1}]->(:B)
      """
    When executing query:
      """
      MATCH (a:A)-[r:R]->(b) DELETE r
      WITH a, r, b RETURN type(r) AS type, r:R AS is, startNode(r) = a AS start, endNode(r) = b AS end, r IS NULL AS missing
      """
    Then the result should be, in any order:
      | type | is   | start | end  | missing |
      | 'R'  | true | true  | true | false   |

  Scenario: Only what was deleted is an error
    Given an empty graph
    And having executed:
      """
      CREATE (:A {x: 1}), (:A {x: 2})
      """
    When executing query:
      """
      MATCH (n:A {x: 1}), (m:A {x: 2}) DELETE n WITH m RETURN m.unknown AS unknown, m:B AS b, m:A AS a, m['other'] AS other
      """
    Then the result should be, in any order:
      | unknown | b     | a    | other |
      | null    | false | true | null  |
