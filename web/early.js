// Runs before the first paint, so that neither the theme nor the language flickers.
(function () {
  /** @type {{ theme?: string, lang?: string }} */
  var memory = {};
  try {
    memory = JSON.parse(localStorage.getItem('plateau') || '{}');
  } catch (e) {
    // Nothing kept, or nothing that can be read: the system's own choices hold.
  }
  var root = document.documentElement;
  if (memory.theme) root.dataset.theme = memory.theme;
  root.lang = memory.lang || (/^fr/i.test(navigator.language) ? 'fr' : 'en');
})();
