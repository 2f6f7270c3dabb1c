SELECT * FROM (
  select count(*)
  from person a join person b on a.birthday=b.birthday and a.id<b.id
) AS t (n);
