SELECT * FROM (
  select year(creation_date) y, count(*), count(distinct person_id)
  from forum_person
  group by 1
  order by 1
) AS t (y, n, d);
