// What Quoridor's board says, in both languages.

export default {
  en: {
    'quoridor.board': 'Quoridor board: arrows move over squares and grooves, Enter plays, R turns the wall, P shows '
      + 'the paths, F turns the board',
    'quoridor.pawn': 'pawn to {square}',
    'quoridor.h': 'horizontal wall {square}',
    'quoridor.v': 'vertical wall {square}',
    'quoridor.pass': 'no move',
    'quoridor.legend': 'On the board: the move advised, and the chance to win with each step and with the best walls.',
    'quoridor.here': '{square}: {side}’s pawn',
    'quoridor.step': '{square}: you can go there',
    'quoridor.fits': '{wall}: fits',
    'quoridor.not': '{wall}: not possible',
    'quoridor.shut': '{wall}: would shut in {side}',
    'quoridor.paths': 'Shortest paths',
    'quoridor.flip': 'Turn the board',
    'quoridor.set': 'Place this wall',
    'quoridor.turn': 'Turn this wall',
    'quoridor.far.one': '{n} step to go',
    'quoridor.far.many': '{n} steps to go',
    'quoridor.stock.one': '{n} wall left',
    'quoridor.stock.many': '{n} walls left',
  },
  fr: {
    'quoridor.board': 'Plateau de Quoridor : les flèches parcourent cases et rainures, Entrée joue, R tourne le mur, '
      + 'P montre les chemins, F tourne le plateau',
    'quoridor.pawn': 'pion en {square}',
    'quoridor.h': 'mur horizontal {square}',
    'quoridor.v': 'mur vertical {square}',
    'quoridor.pass': 'aucun coup',
    'quoridor.legend': 'Sur le plateau : le coup conseillé, et la chance de gagner avec chaque pas et avec les '
      + 'meilleurs murs.',
    'quoridor.here': '{square} : pion {side}',
    'quoridor.step': '{square} : vous pouvez y aller',
    'quoridor.fits': '{wall} : possible',
    'quoridor.not': '{wall} : impossible',
    'quoridor.shut': '{wall} : enfermerait {side}',
    'quoridor.paths': 'Plus courts chemins',
    'quoridor.flip': 'Tourner le plateau',
    'quoridor.set': 'Poser ce mur',
    'quoridor.turn': 'Tourner ce mur',
    'quoridor.far.one': 'encore {n} pas',
    'quoridor.far.many': 'encore {n} pas',
    'quoridor.stock.one': '{n} mur en réserve',
    'quoridor.stock.many': '{n} murs en réserve',
  },
};
