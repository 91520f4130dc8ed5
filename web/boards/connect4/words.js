// What Connect Four's board says, in both languages.

export default {
  en: {
    'c4.board': 'Board: arrows choose a column, Enter drops the disc',
    'c4.column': 'column {n}',
    'c4.empty': 'Empty.',
    'c4.full': 'Full.',
    'c4.holds': 'From the bottom: {discs}.',
    'c4.legend': 'Above a column: +3 wins in three moves, = is a draw, −5 loses in five; where nobody knows, the '
      + 'chance to win.',
  },
  fr: {
    'c4.board': 'Grille : les flèches choisissent la colonne, Entrée lâche le jeton',
    'c4.column': 'colonne {n}',
    'c4.empty': 'Vide.',
    'c4.full': 'Pleine.',
    'c4.holds': 'De bas en haut : {discs}.',
    'c4.legend': 'Au-dessus d’une colonne : +3 gagne en trois coups, = fait nulle, −5 perd en cinq coups ; sinon, la '
      + 'chance de gagner.',
  },
};
