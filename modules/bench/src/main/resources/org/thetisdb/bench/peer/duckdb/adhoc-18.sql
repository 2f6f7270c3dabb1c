SELECT * FROM (
  select quantile_disc(length,0.5), quantile_disc(length,0.99), stddev_samp(length)
  from message
) AS t (p50, p99, s);
