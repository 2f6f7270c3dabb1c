// The five things of the manual.
CREATE (ada:Person {name: 'Ada', born: 1815})-[:KNOWS {since: 1833}]->(bob:Person:Poet {name: 'Bob', born: 1900}),
  (bob)-[:KNOWS {since: 1925}]->(:Person {name: 'Cleo'}), (ada)-[:LIVES_IN]->(:City {name: 'London'})
