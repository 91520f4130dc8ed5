// What Connect Four's board says, in both languages.

export default {
  en: {
    'c4.board': 'Board: arrows choose a column, Enter drops the disc',
    'c4.column': 'column {n}',
    'c4.empty': 'Empty.',
    'c4.full': 'Full.',
    'c4.holds': 'From the bottom: {discs}.',
  },
  fr: {
    'c4.board': 'Grille : les flèches choisissent la colonne, Entrée lâche le jeton',
    'c4.column': 'colonne {n}',
    'c4.empty': 'Vide.',
    'c4.full': 'Pleine.',
    'c4.holds': 'De bas en haut : {discs}.',
  },
};
