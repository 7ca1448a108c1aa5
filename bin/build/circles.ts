import type { Plugin } from 'vite';

/**
 * A build fails when a chunk takes itself by way of others: one of them would run before what it takes is there, and only a
 * browser would notice. It is the groups of `chunks.ts` that can tie modules into such a circle which take no circle themselves.
 */
export function circles(): Plugin {
  return {
    name: 'atrium-circles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? [[file.fileName, file.imports] as const] : [],
      );
      const circle = circleIn(new Map(chunks));
      if (circle.length > 0) this.error(`these chunks take each other: ${circle.join(', ')}`);
    },
  };
}

/** The members of one circle, in the order in which they take each other; none where each can stand before whoever takes it. */
export function circleIn(taken: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(taken);
  const isFree = (name: string) => !left.has(name);
  for (let before = -1; left.size !== before;) {
    before = left.size;
    for (const [name, from] of left) if (from.every(isFree)) left.delete(name);
  }
  // What is left leads into a circle: who goes on from one to the next comes back to one of its own.
  const way: string[] = [];
  for (let at = left.keys().next().value; at !== undefined; at = left.get(at)?.find((name) => !isFree(name))) {
    if (way.includes(at)) return way.slice(way.indexOf(at));
    way.push(at);
  }
  return [];
}
