SELECT * FROM (
  select count(distinct content)
  from comment
) AS t (n);
