SELECT * FROM (
  select sum(len(ids)), max(len(ids))
  from (select creator_id, list(id) ids
  from post
  group by 1)
) AS t (s, m);
