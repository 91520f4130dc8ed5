// The still life for the card on the first page.

export { picture } from './art.js';
