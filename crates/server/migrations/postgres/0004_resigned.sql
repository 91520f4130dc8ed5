-- The seat that resigned, if that is how a game ended. Older rows say so only in the words of their
-- outcome: the first seat without a point is the one, unless its ally in Blokus is named.
ALTER TABLE tables ADD COLUMN resigned INTEGER;

UPDATE tables SET resigned = CASE
    WHEN game = 'blokus' AND result::json->'why'->>'en' = 'Red resigned' THEN 2
    WHEN game = 'blokus' AND result::json->'why'->>'en' = 'Green resigned' THEN 3
    ELSE (SELECT MIN(points.number) - 1
          FROM json_array_elements_text(result::json->'points') WITH ORDINALITY AS points (value, number)
          WHERE points.value = '0')
    END
WHERE status = 'over' AND result::json->'why'->>'en' LIKE '% resigned';
