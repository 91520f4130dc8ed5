// The house's generator (xoshiro256++ seeded by SplitMix64), as `game::Rng` has it. One draw a piece or so:
// whole numbers of 64 bits may be slow.

const MASK = (1n << 64n) - 1n;
/** @param {bigint} x @param {bigint} by */
const rotate = (x, by) => ((x << by) | (x >> (64n - by))) & MASK;

export class Chance {
  /** @param {bigint[]} state */
  constructor(state) {
    this.state = state;
  }

  /** @param {bigint} seed */
  static seeded(seed) {
    let mix = seed & MASK;
    return new Chance([0, 1, 2, 3].map(() => {
      mix = (mix + 0x9e3779b97f4a7c15n) & MASK;
      let z = mix;
      z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
      z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
      return z ^ (z >> 31n);
    }));
  }

  /** @returns {bigint} */
  next() {
    const [a, b, c, d] = this.state;
    const result = (rotate((a + d) & MASK, 23n) + a) & MASK;
    const c2 = c ^ a;
    const d2 = d ^ b;
    this.state = [a ^ d2, b ^ c2, c2 ^ ((b << 17n) & MASK), rotate(d2, 45n)];
    return result;
  }

  /** A number from 0 to `n - 1`. @param {number} n */
  below(n) {
    const many = BigInt(n);
    for (;;) {
      const product = (this.next() >> 32n) * many;
      const low = product & 0xffffffffn;
      if (low >= many || low >= (0x100000000n - many) % many) return Number(product >> 32n);
    }
  }

  /** @template T @param {T[]} items */
  shuffle(items) {
    for (let last = items.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [items[last], items[other]] = [items[other], items[last]];
    }
  }

  clone() {
    return new Chance([...this.state]);
  }

  /** As a saved state has it. */
  words() {
    return this.state.map((word) => word.toString(16).padStart(16, '0'));
  }

  /** @param {string[]} words */
  static from(words) {
    return new Chance(words.map((word) => BigInt(`0x${word}`)));
  }
}
