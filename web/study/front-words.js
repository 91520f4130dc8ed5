// The words of the page where study begins.

export default {
  en: {
    'front.title': 'Study',
    'front.lead': 'Try moves for both sides, let the engine comment, and see how the computer thinks.',
    'front.board': 'Analysis board',
    'front.thoughts': 'How the computer thinks',
    'front.puzzles': 'Puzzles',
    'front.played': 'Go over a game',
    'front.played.none': 'Games you finish will be here, with every move judged.',
  },
  fr: {
    'front.title': 'Étude',
    'front.lead': 'Essayez des coups pour les deux camps, écoutez le moteur, et voyez comment l’ordinateur réfléchit.',
    'front.board': 'Plateau d’analyse',
    'front.thoughts': 'Comment l’ordinateur réfléchit',
    'front.puzzles': 'Problèmes',
    'front.played': 'Revoir une partie',
    'front.played.none': 'Vos parties terminées seront ici, chaque coup jugé.',
  },
};
