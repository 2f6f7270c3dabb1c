// title: One person: where from, where studied, how many friends, what of interest
MATCH (person:Person {id: 0})-[:IS_LOCATED_IN]->(city:City)-[:IS_PART_OF]->(country:Country)
OPTIONAL MATCH (person)-[:STUDY_AT]->(school:University)
RETURN person.firstName + ' ' + person.lastName AS name,
       person.birthday AS birthday,
       city.name + ', ' + country.name AS home,
       school.name AS studiedAt,
       COUNT { (person)-[:KNOWS]-(:Person) } AS friends,
       COLLECT {
         MATCH (person)-[:HAS_INTEREST]->(tag:Tag)
         RETURN tag.name AS name
           ORDER BY name
           LIMIT 3
       } AS someInterests
