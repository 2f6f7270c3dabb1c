// Eight nodes with all combinations of the labels A, B and C, numbered 0 to 7 by them; the one without has no number.
CREATE (), (:A {i: 1}), (:B {i: 2}), (:A:B {i: 3}), (:C {i: 4}), (:A:C {i: 5}), (:B:C {i: 6}), (:A:B:C {i: 7})
