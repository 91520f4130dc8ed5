// Where the page's stylesheets are. Each is where it is written; the server, which puts many files into few, has a map
// of its own in place of this one.

/** @type {Record<string, string>} */
export const files = {};
