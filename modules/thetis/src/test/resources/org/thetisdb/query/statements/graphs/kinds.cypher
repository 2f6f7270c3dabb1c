// One :Kind for each kind of value, in `v`, with its name; and :Numbers 1 to 8 with properties of all sorts, some missing.
CREATE (:Kind {kind: 'integer', v: 1}), (:Kind {kind: 'large', v: 9223372036854775807}), (:Kind {kind: 'float', v: 1.0}),
  (:Kind {kind: 'half', v: 2.5}), (:Kind {kind: 'nan', v: 0.0 / 0.0}), (:Kind {kind: 'infinite', v: 1 / 0.0}),
  (:Kind {kind: 'text', v: 'text'}), (:Kind {kind: 'empty text', v: ''}), (:Kind {kind: 'true', v: true}),
  (:Kind {kind: 'false', v: false}), (:Kind {kind: 'date', v: date('2020-02-29')}),
  (:Kind {kind: 'localtime', v: localtime('12:30')}), (:Kind {kind: 'time', v: time('12:30+01:00')}),
  (:Kind {kind: 'localdatetime', v: localdatetime('2020-02-29T12:30')}),
  (:Kind {kind: 'datetime', v: datetime('2020-02-29T12:30+01:00')}), (:Kind {kind: 'duration', v: duration('P1M2DT3S')}),
  (:Kind {kind: 'point', v: point({x: 1, y: 2})}), (:Kind {kind: 'list', v: [1, 2, 3]}),
  (:Kind {kind: 'texts', v: ['a', 'b']}), (:Kind {kind: 'empty list', v: []}), (:Kind {kind: 'missing'});
UNWIND range(1, 8) AS i
CREATE (:Number {i: i, f: i * 1.5 - 2, t: 't' + toString(i % 5), b: CASE i % 3 WHEN 0 THEN true WHEN 1 THEN false END,
  d: date('2020-01-01') + duration({days: i}), l: range(1, i)})
