1 leader black b1
    Bull places the king at b1. / Le Taureau place son roi en b1.
1 leader red j1
    Bull places the priest at j1. / Le Taureau place son prêtre en j1.
2 leader black a2
    Bow places the king at a2. / L’Arc place son roi en a2.
    Revolt of kings: Bow with 1 temple against Bull with 1. / Révolte des rois : l’Arc avec 1 temple contre le Taureau avec 1.
2 support 3
    Bow adds 3 temples. / L’Arc ajoute 3 temples.
1 support 0
    Bull adds nothing. / Le Taureau n’ajoute rien.
    Bow wins, 4 to 1: the king of Bull goes home. / L’Arc l’emporte, 4 à 1 : le roi du Taureau rentre.
    Bow gets one red point. / L’Arc gagne un point rouge.
2 leader green l1
    Bow places the trader at l1. / L’Arc place son marchand en l1.
1 leader black m5
    Bull places the king at m5. / Le Taureau place son roi en m5.
1 leader blue b1
    Bull places the farmer at b1. / Le Taureau place son fermier en b1.
2 leader blue n6
    Bow places the farmer at n6. / L’Arc place son fermier en n6.
2 leader red p1
    Bow places the priest at p1. / L’Arc place son prêtre en p1.
1 leader green c2
    Bull places the trader at c2. / Le Taureau place son marchand en c2.
1 tile black m4
    Bull lays a settlement at m4. / Le Taureau pose une cité en m4.
    Bull gets one black point. / Le Taureau gagne un point noir.
2 leader black o2
    Bow moves the king to o2. / L’Arc déplace son roi en o2.
2 tile red o1
    Bow lays a temple at o1. / L’Arc pose un temple en o1.
    Bow gets one red point. / L’Arc gagne un point rouge.
1 leader green n1
    Bull moves the trader to n1. / Le Taureau déplace son marchand en n1.
1 tile blue m1
    Bull lays a farm at m1. / Le Taureau pose une ferme en m1.
1 war green
    War of traders: Bull with no market against Bow with 0. / Guerre des marchands : le Taureau avec 0 marché contre l’Arc avec 0.
1 support 3
    Bull adds 3 markets. / Le Taureau ajoute 3 marchés.
2 support 0
    Bow adds nothing. / L’Arc n’ajoute rien.
    Bull wins, 3 to 0: the trader of Bow goes home. / Le Taureau l’emporte, 3 à 0 : le marchand de l’Arc rentre.
    Bull gets one green point. / Le Taureau gagne un point vert.
2 leader green k2
    Bow places the trader at k2. / L’Arc place son marchand en k2.
2 tile black p3
    Bow lays a settlement at p3. / L’Arc pose une cité en p3.
    Bow gets one black point. / L’Arc gagne un point noir.
1 leader red a2
    Bull moves the priest to a2. / Le Taureau déplace son prêtre en a2.
1 tile red a1
    Bull lays a temple at a1. / Le Taureau pose un temple en a1.
    Bull gets one red point. / Le Taureau gagne un point rouge.
2 tile blue m2
    Bow lays a farm at m2. / L’Arc pose une ferme en m2.
    Bow gets one blue point. / L’Arc gagne un point bleu.
2 tile red l2
    Bow lays a temple at l2. / L’Arc pose un temple en l2.
    War of traders: Bow with no market against Bull with 0. / Guerre des marchands : l’Arc avec 0 marché contre le Taureau avec 0.
2 support 1
    Bow adds 1 market. / L’Arc ajoute 1 marché.
1 support 0
    Bull adds nothing. / Le Taureau n’ajoute rien.
    Bow wins, 1 to 0: the trader of Bull goes home. / L’Arc l’emporte, 1 à 0 : le marchand du Taureau rentre.
    Bow gets one green point. / L’Arc gagne un point vert.
1 leader blue l1
    Bull moves the farmer to l1. / Le Taureau déplace son fermier en l1.
1 leader green b1
    Bull places the trader at b1. / Le Taureau place son marchand en b1.
2 tile blue o6
    Bow lays a farm at o6. / L’Arc pose une ferme en o6.
    Bow gets one blue point. / L’Arc gagne un point bleu.
2 tile red o3
    Bow lays a temple at o3. / L’Arc pose un temple en o3.
    Bow gets one red point. / L’Arc gagne un point rouge.
1 tile black l4
    Bull lays a settlement at l4. / Le Taureau pose une cité en l4.
    Bull gets one black point. / Le Taureau gagne un point noir.
1 tile black l3
    Bull lays a settlement at l3. / Le Taureau pose une cité en l3.
    War of farmers: Bull with 2 farms against Bow with 1. / Guerre des fermiers : le Taureau avec 2 fermes contre l’Arc avec 1.
1 support 2
    Bull adds 2 farms. / Le Taureau ajoute 2 fermes.
2 support 0
    Bow adds nothing. / L’Arc n’ajoute rien.
    Bull wins, 4 to 1: the farmer of Bow goes home. / Le Taureau l’emporte, 4 à 1 : le fermier de l’Arc rentre.
    Bow loses 1 farm on the board. / L’Arc perd 1 ferme sur le plateau.
    Bull gets 2 blue points. / Le Taureau gagne 2 points bleus.
2 take k1
    Bow takes the treasure at k1. / L’Arc prend le trésor en k1.
2 leader blue f2
    Bow places the farmer at f2. / L’Arc place son fermier en f2.
2 tile green j1
    Bow lays a market at j1. / L’Arc pose un marché en j1.
    Bow gets one green point. / L’Arc gagne un point vert.
1 tile red n2
    Bull lays a temple at n2. / Le Taureau pose un temple en n2.
    War of kings: Bull with 3 settlements against Bow with 1. / Guerre des rois : le Taureau avec 3 cités contre l’Arc avec 1.
1 support 1
    Bull adds 1 settlement. / Le Taureau ajoute 1 cité.
2 support 0
    Bow adds nothing. / L’Arc n’ajoute rien.
    Bull wins, 4 to 1: the king of Bow goes home. / Le Taureau l’emporte, 4 à 1 : le roi de l’Arc rentre.
    Bow loses 1 settlement on the board. / L’Arc perd 1 cité sur le plateau.
    Bull gets 2 black points. / Le Taureau gagne 2 points noirs.
1 leader black i6
    Bull moves the king to i6. / Le Taureau déplace son roi en i6.
2 leader black p3
    Bow places the king at p3. / L’Arc place son roi en p3.
2 tile green m5
    Bow lays a market at m5. / L’Arc pose un marché en m5.
    Bow gets one green point. / L’Arc gagne un point vert.
1 tile blue i1
    Bull lays a farm at i1. / Le Taureau pose une ferme en i1.
    Bull gets one blue point. / Le Taureau gagne un point bleu.
1 tile blue h1
    Bull lays a farm at h1. / Le Taureau pose une ferme en h1.
    Bull gets one blue point. / Le Taureau gagne un point bleu.
2 tile red n1
    Bow lays a temple at n1. / L’Arc pose un temple en n1.
    Bow takes the treasure at p2. / L’Arc prend le trésor en p2.
2 tile red o2
    Bow lays a temple at o2. / L’Arc pose un temple en o2.
    Bow gets one red point. / L’Arc gagne un point rouge.
2 build black-red n1
    Bow builds the black-red monument at n1. / L’Arc bâtit le monument noir-rouge en n1.
    Bow gets one black point from monuments. / L’Arc reçoit un point noir de ses monuments.
    Bow gets one red point from monuments. / L’Arc reçoit un point rouge de ses monuments.
1 tile green c1
    Bull lays a market at c1. / Le Taureau pose un marché en c1.
    Bull gets one green point. / Le Taureau gagne un point vert.
1 catastrophe p2
    Bull brings a catastrophe to p2: a temple is lost. / Le Taureau frappe p2 d’une catastrophe : un temple disparaît.
    The priest of Bow has no temple left and goes home. / Le prêtre de l’Arc n’a plus de temple et rentre.
2 leader red n6
    Bow places the priest at n6. / L’Arc place son prêtre en n6.
2 tile blue e2
    Bow lays a farm at e2. / L’Arc pose une ferme en e2.
    Bow gets one blue point. / L’Arc gagne un point bleu.
    Bow gets one black point from monuments. / L’Arc reçoit un point noir de ses monuments.
    Bow gets one red point from monuments. / L’Arc reçoit un point rouge de ses monuments.
1 catastrophe o3
    Bull brings a catastrophe to o3: a temple is lost. / Le Taureau frappe o3 d’une catastrophe : un temple disparaît.
    The king of Bow has no temple left and goes home. / Le roi de l’Arc n’a plus de temple et rentre.
1 tile red i5
    Bull lays a temple at i5. / Le Taureau pose un temple en i5.
    Bull gets one red point. / Le Taureau gagne un point rouge.
2 tile red j2
    Bow lays a temple at j2. / L’Arc pose un temple en j2.
    Bow gets one red point. / L’Arc gagne un point rouge.
2 leader black i2
    Bow places the king at i2. / L’Arc place son roi en i2.
    Bow gets one black point from monuments. / L’Arc reçoit un point noir de ses monuments.
    Bow gets one red point from monuments. / L’Arc reçoit un point rouge de ses monuments.
1 tile blue g1
    Bull lays a farm at g1. / Le Taureau pose une ferme en g1.
    Bull gets one blue point. / Le Taureau gagne un point bleu.
1 tile blue f1
    Bull lays a farm at f1. / Le Taureau pose une ferme en f1.
    War of farmers: Bull with 5 farms against Bow with 1. / Guerre des fermiers : le Taureau avec 5 fermes contre l’Arc avec 1.
1 support 3
    Bull adds 3 farms. / Le Taureau ajoute 3 fermes.
2 support 0
    Bow adds nothing. / L’Arc n’ajoute rien.
    Bull wins, 8 to 1: the farmer of Bow goes home. / Le Taureau l’emporte, 8 à 1 : le fermier de l’Arc rentre.
    Bow loses 1 farm on the board. / L’Arc perd 1 ferme sur le plateau.
    Bull gets 2 blue points. / Le Taureau gagne 2 points bleus.
2 tile green f2
    Bow lays a market at f2. / L’Arc pose un marché en f2.
    Bow gets one green point. / L’Arc gagne un point vert.
2 take f3
    Bow takes the treasure at f3. / L’Arc prend le trésor en f3.
2 leader blue c2
    Bow places the farmer at c2. / L’Arc place son fermier en c2.
    Bow gets one black point from monuments. / L’Arc reçoit un point noir de ses monuments.
    Bow gets one red point from monuments. / L’Arc reçoit un point rouge de ses monuments.
1 tile black i4
    Bull lays a settlement at i4. / Le Taureau pose une cité en i4.
    Bull gets one black point. / Le Taureau gagne un point noir.
1 tile red h7
    Bull lays a temple at h7. / Le Taureau pose un temple en h7.
    Bull gets one red point. / Le Taureau gagne un point rouge.
2 tile black d1
    Bow lays a settlement at d1. / L’Arc pose une cité en d1.
2 tile blue e1
    Bow lays a farm at e1. / L’Arc pose une ferme en e1.
2 war red
    War of priests: Bow with 5 temples against Bull with 2. / Guerre des prêtres : l’Arc avec 5 temples contre le Taureau avec 2.
2 support 2
    Bow adds 2 temples. / L’Arc ajoute 2 temples.
1 support 0
    Bull adds nothing. / Le Taureau n’ajoute rien.
    Bow wins, 7 to 2: the priest of Bull goes home. / L’Arc l’emporte, 7 à 2 : le prêtre du Taureau rentre.
    Bow gets one red point. / L’Arc gagne un point rouge.
2 war green
    War of traders: Bow with 3 markets against Bull with 1. / Guerre des marchands : l’Arc avec 3 marchés contre le Taureau avec 1.
2 support 1
    Bow adds 1 market. / L’Arc ajoute 1 marché.
1 support 0
    Bull adds nothing. / Le Taureau n’ajoute rien.
    Bow wins, 4 to 1: the trader of Bull goes home. / L’Arc l’emporte, 4 à 1 : le marchand du Taureau rentre.
    Bull loses 1 market on the board. / Le Taureau perd 1 marché sur le plateau.
    Bow gets 2 green points. / L’Arc gagne 2 points verts.
    Bow gets one black point from monuments. / L’Arc reçoit un point noir de ses monuments.
    Bow gets one red point from monuments. / L’Arc reçoit un point rouge de ses monuments.
1 tile black c1
    Bull lays a settlement at c1. / Le Taureau pose une cité en c1.
    War of farmers: Bull with 7 farms against Bow with 0. / Guerre des fermiers : le Taureau avec 7 fermes contre l’Arc avec 0.
1 support 3
    Bull adds 3 farms. / Le Taureau ajoute 3 fermes.
2 support 0
    Bow adds nothing. / L’Arc n’ajoute rien.
    Bull wins, 10 to 0: the farmer of Bow goes home. / Le Taureau l’emporte, 10 à 0 : le fermier de l’Arc rentre.
    Bull gets one blue point. / Le Taureau gagne un point bleu.
1 leader green a8
    Bull places the trader at a8. / Le Taureau place son marchand en a8.
2 tile red i3
    Bow lays a temple at i3. / L’Arc pose un temple en i3.
    War of kings: Bow with 5 settlements against Bull with 1. / Guerre des rois : l’Arc avec 5 cités contre le Taureau avec 1.
2 support 1
    Bow adds 1 settlement. / L’Arc ajoute 1 cité.
1 support 0
    Bull adds nothing. / Le Taureau n’ajoute rien.
    Bow wins, 6 to 1: the king of Bull goes home. / L’Arc l’emporte, 6 à 1 : le roi du Taureau rentre.
    Bull loses 1 settlement on the board. / Le Taureau perd 1 cité sur le plateau.
    Bow gets 2 black points. / L’Arc gagne 2 points noirs.
2 leader blue i6
    Bow places the farmer at i6. / L’Arc place son fermier en i6.
    Bow gets one black point from monuments. / L’Arc reçoit un point noir de ses monuments.
    Bow gets one red point from monuments. / L’Arc reçoit un point rouge de ses monuments.
1 leader red j3
    Bull places the priest at j3. / Le Taureau place son prêtre en j3.
    Revolt of priests: Bull with 2 temples against Bow with 1. / Révolte des prêtres : le Taureau avec 2 temples contre l’Arc avec 1.
1 support 2
    Bull adds 2 temples. / Le Taureau ajoute 2 temples.
2 support 0
    Bow adds nothing. / L’Arc n’ajoute rien.
    Bull wins, 4 to 1: the priest of Bow goes home. / Le Taureau l’emporte, 4 à 1 : le prêtre de l’Arc rentre.
    Bull gets one red point. / Le Taureau gagne un point rouge.
1 leader black o8
    Bull places the king at o8. / Le Taureau place son roi en o8.
    Bull gets one red point from monuments. / Le Taureau reçoit un point rouge de ses monuments.
2 tile black c2
    Bow lays a settlement at c2. / L’Arc pose une cité en c2.
    Bow gets one black point. / L’Arc gagne un point noir.
    Bow takes the treasure at b2. / L’Arc prend le trésor en b2.
2 tile green d2
    Bow lays a market at d2. / L’Arc pose un marché en d2.
    Bow gets one green point. / L’Arc gagne un point vert.
    Bow gets one black point from monuments. / L’Arc reçoit un point noir de ses monuments.
1 tile red i4
    Bull lays a temple at i4. / Le Taureau pose un temple en i4.
    War of farmers: Bull with 7 farms against Bow with 0. / Guerre des fermiers : le Taureau avec 7 fermes contre l’Arc avec 0.
1 support 0
    Bull adds nothing. / Le Taureau n’ajoute rien.
2 support 0
    Bow adds nothing. / L’Arc n’ajoute rien.
    Bull wins, 7 to 0: the farmer of Bow goes home. / Le Taureau l’emporte, 7 à 0 : le fermier de l’Arc rentre.
    Bull gets one blue point. / Le Taureau gagne un point bleu.
1 tile green c8
    Bull lays a market at c8. / Le Taureau pose un marché en c8.
    Bull gets one green point. / Le Taureau gagne un point vert.
    Bull gets one red point from monuments. / Le Taureau reçoit un point rouge de ses monuments.
2 tile green i6
    Bow lays a market at i6. / L’Arc pose un marché en i6.
    Bow gets one green point. / L’Arc gagne un point vert.
2 take n5
    Bow takes the treasure at n5. / L’Arc prend le trésor en n5.
2 leader blue n9
    Bow places the farmer at n9. / L’Arc place son fermier en n9.
    Bow gets one black point from monuments. / L’Arc reçoit un point noir de ses monuments.
1 tile green a9
    Bull lays a market at a9. / Le Taureau pose un marché en a9.
    Bull gets one green point. / Le Taureau gagne un point vert.
1 tile green b9
    Bull lays a market at b9. / Le Taureau pose un marché en b9.
    Bull gets one green point. / Le Taureau gagne un point vert.
    Bull gets one red point from monuments. / Le Taureau reçoit un point rouge de ses monuments.
2 tile blue o7
    Bow lays a farm at o7. / L’Arc pose une ferme en o7.
    Bow gets one blue point. / L’Arc gagne un point bleu.
2 leader red b1
    Bow places the priest at b1. / L’Arc place son prêtre en b1.
    Revolt of priests: Bow with 2 temples against Bull with 2. / Révolte des prêtres : l’Arc avec 2 temples contre le Taureau avec 2.
2 support 2
    Bow adds 2 temples. / L’Arc ajoute 2 temples.
1 support 4
    Bull adds 4 temples. / Le Taureau ajoute 4 temples.
    Bull wins, 6 to 4: the priest of Bow goes home. / Le Taureau l’emporte, 6 à 4 : le prêtre de l’Arc rentre.
    Bull gets one red point. / Le Taureau gagne un point rouge.
    Bow gets one black point from monuments. / L’Arc reçoit un point noir de ses monuments.
1 tile blue o5
    Bull lays a farm at o5. / Le Taureau pose une ferme en o5.
    Bull gets one blue point. / Le Taureau gagne un point bleu.
1 tile green c9
    Bull lays a market at c9. / Le Taureau pose un marché en c9.
    Bull gets one green point. / Le Taureau gagne un point vert.
    Bull gets one red point from monuments. / Le Taureau reçoit un point rouge de ses monuments.
2 tile blue o6
    Bow lays a farm at o6. / L’Arc pose une ferme en o6.
2 war black
    War of kings: Bow with 6 settlements against Bull with 0. / Guerre des rois : l’Arc avec 6 cités contre le Taureau avec 0.
2 support 1
    Bow adds 1 settlement. / L’Arc ajoute 1 cité.
1 support 0
    Bull adds nothing. / Le Taureau n’ajoute rien.
    Bow wins, 7 to 0: the king of Bull goes home. / L’Arc l’emporte, 7 à 0 : le roi du Taureau rentre.
    Bow gets one black point. / L’Arc gagne un point noir.
2 tile blue m9
    Bow lays a farm at m9. / L’Arc pose une ferme en m9.
    Bow gets one blue point. / L’Arc gagne un point bleu.
    Bow gets one black point from monuments. / L’Arc reçoit un point noir de ses monuments.
1 leader black b1
    Bull places the king at b1. / Le Taureau place son roi en b1.
    Revolt of kings: Bull with 2 temples against Bow with 2. / Révolte des rois : le Taureau avec 2 temples contre l’Arc avec 2.
1 support 3
    Bull adds 3 temples. / Le Taureau ajoute 3 temples.
2 support 1
    Bow adds 1 temple. / L’Arc ajoute 1 temple.
    Bull wins, 5 to 3: the king of Bow goes home. / Le Taureau l’emporte, 5 à 3 : le roi de l’Arc rentre.
    Bull gets one red point. / Le Taureau gagne un point rouge.
1 tile black p1
    Bull lays a settlement at p1. / Le Taureau pose une cité en p1.
    Bull gets one black point. / Le Taureau gagne un point noir.
    Bull gets one black point from monuments. / Le Taureau reçoit un point noir de ses monuments.
    Bull gets one red point from monuments. / Le Taureau reçoit un point rouge de ses monuments.
2 leader black f9
    Bow places the king at f9. / L’Arc place son roi en f9.
2 tile green a2
    Bow lays a market at a2. / L’Arc pose un marché en a2.
    Bow gets one green point. / L’Arc gagne un point vert.
1 tile black k3
    Bull lays a settlement at k3. / Le Taureau pose une cité en k3.
    Bull gets one black point. / Le Taureau gagne un point noir.
1 tile black o8
    Bull lays a settlement at o8. / Le Taureau pose une cité en o8.
    War of farmers: Bull with 10 farms against Bow with 1. / Guerre des fermiers : le Taureau avec 10 fermes contre l’Arc avec 1.
1 support 2
    Bull adds 2 farms. / Le Taureau ajoute 2 fermes.
2 support 0
    Bow adds nothing. / L’Arc n’ajoute rien.
    Bull wins, 12 to 1: the farmer of Bow goes home. / Le Taureau l’emporte, 12 à 1 : le fermier de l’Arc rentre.
    Bow loses 1 farm on the board. / L’Arc perd 1 ferme sur le plateau.
    Bull gets 2 blue points. / Le Taureau gagne 2 points bleus.
    Bow takes the treasure at o9. / L’Arc prend le trésor en o9.
    Bull gets one black point from monuments. / Le Taureau reçoit un point noir de ses monuments.
    Bull gets one red point from monuments. / Le Taureau reçoit un point rouge de ses monuments.
2 tile black k4
    Bow lays a settlement at k4. / L’Arc pose une cité en k4.
    Bull gets one black point. / Le Taureau gagne un point noir.
2 build black-green k3
    Bow builds the black-green monument at k3. / L’Arc bâtit le monument noir-vert en k3.
2 leader blue k10
    Bow places the farmer at k10. / L’Arc place son fermier en k10.
    Bow gets one green point from monuments. / L’Arc reçoit un point vert de ses monuments.
1 leader green i2
    Bull moves the trader to i2. / Le Taureau déplace son marchand en i2.
    Revolt of traders: Bull with 2 temples against Bow with 3. / Révolte des marchands : le Taureau avec 2 temples contre l’Arc avec 3.
1 support 3
    Bull adds 3 temples. / Le Taureau ajoute 3 temples.
2 support 0
    Bow adds nothing. / L’Arc n’ajoute rien.
    Bull wins, 5 to 3: the trader of Bow goes home. / Le Taureau l’emporte, 5 à 3 : le marchand de l’Arc rentre.
    Bull gets one red point. / Le Taureau gagne un point rouge.
1 leader green k2
    Bull moves the trader to k2. / Le Taureau déplace son marchand en k2.
    Bull gets 2 black points from monuments. / Le Taureau reçoit 2 points noirs de ses monuments.
    Bull gets one red point from monuments. / Le Taureau reçoit un point rouge de ses monuments.
    Bull gets one green point from monuments. / Le Taureau reçoit un point vert de ses monuments.
2 tile red e9
    Bow lays a temple at e9. / L’Arc pose un temple en e9.
    Bow gets one red point. / L’Arc gagne un point rouge.
2 leader green d9
    Bow places the trader at d9. / L’Arc place son marchand en d9.
    Bow takes the treasure at b8. / L’Arc prend le trésor en b8.
1 tile green g7
    Bull lays a market at g7. / Le Taureau pose un marché en g7.
    Bull gets one green point. / Le Taureau gagne un point vert.
1 tile blue g8
    Bull lays a farm at g8. / Le Taureau pose une ferme en g8.
    Bull gets one blue point. / Le Taureau gagne un point bleu.
    Bull gets 2 black points from monuments. / Le Taureau reçoit 2 points noirs de ses monuments.
    Bull gets one red point from monuments. / Le Taureau reçoit un point rouge de ses monuments.
    Bull gets one green point from monuments. / Le Taureau reçoit un point vert de ses monuments.
2 tile green g10
    Bow lays a market at g10. / L’Arc pose un marché en g10.
    Bow gets one green point. / L’Arc gagne un point vert.
2 tile blue g9
    Bow lays a farm at g9. / L’Arc pose une ferme en g9.
2 war black
    War of kings: Bow with no settlement against Bull with 6. / Guerre des rois : l’Arc avec 0 cité contre le Taureau avec 6.
2 support 0
    Bow adds nothing. / L’Arc n’ajoute rien.
1 support 0
    Bull adds nothing. / Le Taureau n’ajoute rien.
    Bull wins, 6 to 0: the king of Bow goes home. / Le Taureau l’emporte, 6 à 0 : le roi de l’Arc rentre.
    Bull gets one black point. / Le Taureau gagne un point noir.
1 take i7
    Bull takes the treasure at i7. / Le Taureau prend le trésor en i7.
    No more than two treasures are left: the game is over. / Il reste deux trésors au plus : la partie est terminée.

    a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p
 1│ t  K1 s  s  f  f  f  f  f  m  t  F1 f  #  #  s │
 2│ m  t  s  m  ~  m  ·  ·  ·  t  T1 t  f  #  #  X │
 3│ ·  ·  ·  ~  ~  t  ·  ·  t  P1 #  #  ~  ~  X  · │
 4│ ~  ~  ~  ~  ·  ·  ·  ·  t  ·  #  #  s  ~  ~  ~ │
 5│ ·  ·  ·  ·  ·  ·  ·  ·  t  ·  ·  ·  m  t  f  ~ │
 6│ ·  ·  ·  ·  ·  ·  ·  ·  m  ·  ·  ·  ·  ·  f  · │
 7│ ~  ~  ~  ~  ·  ·  m  t  t  ·  ·  ·  ~  ~  f  · │
 8│ ·  t  m  ~  ~  ~  f  ·  ·  ·  ·  ·  ~  ·  s  · │
 9│ m  m  m  T2 t  · ›f‹ ~  ~  ~  ~  ~  ~  ·  t  · │
10│ ·  ·  ·  ·  ·  t* m  ·  ·  ·  F2 ·  ·  ·  ·  · │
11│ ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  t* ·  ·  ·  ·  · │

 1 Bull     k15  r15  b13  g9   *1  ▤6  X0
▸2 Bow      k15  r13  b5   g11  *7  ▤6  X2
 bag 40  # black-red n1  # black-green k3

 Bull: 10 ≤ 13 ≤ 15 ≤ 15  Bow: 11 ≤ 12 ≤ 13 ≤ 15


players=2 board=standard totals=open english=no active=2 action=2 phase=over:treasures map=t1ssfffffmt1f##s/mtsm1m3t1tf##C/5t2t1##2C1/8t1##s3/8t3mtf1/8m5f1/6mtt5f1/1tm3f7s1/mmm1t1f7t1/5Tm9/10T5 leaders=1black:b1,1red:j3,1blue:l1,1green:k2,2blue:k10,2green:d9 monuments=black-red:n1:red,black-green:k3:black hands=kkrbgg/krbggg bag=brrrbbrkrkrgbgrkrrkbkrkkbkbrkkggkbgbggkr discards=/ points=15.15.13.9/15.13.5.11 treasures=1/7 catastrophes=0/2 placed=g9 log=243:16.0.0.0.255.2.0,16.0.0.1.255.1.0,16.0.0.3.255.1.0,1.1.0.1.132.0.0,2.1.0.1.255.1.0,3.1.0.3.131.0.0,15.1.0.0.113.0.0,1.0.0.3.102.0.0,2.0.0.3.255.1.0,1.0.0.2.118.0.0,2.0.0.2.255.1.0,16.0.0.0.255.2.0,16.0.0.1.255.1.0,16.0.0.3.255.1.0,1.1.0.3.150.0.0,2.1.0.3.255.1.0,1.1.0.2.134.0.0,8.1.0.0.255.0.6,9.1.0.0.255.0.0,9.0.0.0.255.0.0,10.0.1.0.255.6.0,2.0.0.0.255.1.0,15.0.0.0.104.0.0,17.1.0.0.255.0.0
1: Count { points: [15, 15, 13, 9], treasures: [0, 0, 0, 1], ranked: [10, 13, 15, 15] }
2: Count { points: [15, 13, 5, 11], treasures: [0, 0, 7, 0], ranked: [11, 12, 13, 15] }
[2, 1] no more than two treasures are left on the board
