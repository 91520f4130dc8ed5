// Runs the modules of a bundle: each once, when it is first used. `modules`, `needs` stand above.

const made = new Map();
const fetched = new Map();

function use(name) {
  if (made.has(name)) return made.get(name);
  const exports = {};
  made.set(name, exports);
  const give = (getters) => {
    for (const [key, get] of Object.entries(getters)) Object.defineProperty(exports, key, { get, enumerable: true });
  };
  modules[name](give, use, (path) => load(new URL(path, `http://page${name}`).pathname));
  return exports;
}

function fetchPart(part) {
  if (!fetched.has(part)) {
    fetched.set(part, import(part).then((more) => Object.assign(modules, more.default), (error) => {
      fetched.delete(part);
      throw error;
    }));
  }
  return fetched.get(part);
}

async function load(name) {
  await Promise.all((needs[name] ?? []).map(fetchPart));
  return use(name);
}

use('/app.js');
