// Icons of the arcade, as strokes.

export const PAUSE = 'M9 5v14M15 5v14';
export const GEAR = 'M4 7h9M17 7h3M15 4.500v5M4 17h3M11 17h9M9 14.500v5';
export const WHISTLE = 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 8.500a3.500 3.500 0 1 0 0 7'
  + ' 3.500 3.500 0 0 0 0-7zM12 12h.01';
