SELECT * FROM (
  select x.name, y.name, count(*) n
  from knows k join person a on a.id=k.person1_id join person b on b.id=k.person2_id join city x on x.id=a.city_id join city y on y.id=b.city_id
  where x.id<>y.id and k.person1_id < k.person2_id
  group by all
  order by n desc,1,2 limit 10
) AS t (x, y, n);
