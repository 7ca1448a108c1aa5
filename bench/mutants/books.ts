import type { Mutant } from './mutant.ts';

/** Of what keeps the books over upgrades and restores, and of what leaves the database. */
export const booksMutants: readonly Mutant[] = [
  {
    name: 'restored-dump',
    file: 'src/ledger/era.ts',
    find: 'return fault ?? undefined;',
    replace: `return fault === 'behind' ? undefined : (fault ?? undefined);`,
    breaks: 'A PostgreSQL that counts from before the last seal is written into.',
    tests: ['src/ledger/era.test.ts'],
  },
  {
    name: 'restored-elsewhere',
    file: 'src/server/database/open.ts',
    find: 'if (!look.atRestored) await requireEra(pool.sql);',
    replace: 'if (look.atRestored) await requireEra(pool.sql);',
    breaks: 'The portal starts on a restored dump, takes money and seals nothing.',
    tests: ['src/server/database/schema.test.ts'],
  },
  {
    name: 'relinked-chain',
    file: 'src/ledger/anchor.ts',
    find: 'if (!anchor || isGivenUp || hash === anchor.hash) return [];',
    replace: 'if (!anchor || isGivenUp || hash !== null) return [];',
    breaks: 'A chain that was linked anew from the first event on passes for the one that was written down.',
    tests: ['src/ledger/era.test.ts'],
  },
  {
    name: 'anchor-log',
    file: 'src/server/background/anchoring.ts',
    find: 'log.warn(',
    replace: 'log.info(',
    breaks: 'The head of the chain is not in the log of a portal that nobody has told anything.',
    tests: ['src/server/background/anchoring.test.ts'],
  },
  {
    name: 'older-program',
    file: 'src/server/database/schema.ts',
    find: 'filter((name) => !known.has(name)),',
    replace: `filter((name) => !known.has(name) && name < '2026'),`,
    breaks: 'A program that is older than the schema starts.',
    tests: ['src/server/database/schema.test.ts'],
  },
  {
    name: 'changed-migration',
    file: 'src/server/database/schema.ts',
    find: `if (state.is === 'changed')`,
    replace: `if (state.is === 'changed' && state.changed.length > 99)`,
    breaks: 'A program starts whose migrations are not those that ran.',
    tests: ['src/server/database/schema.test.ts'],
  },
  {
    name: 'object-lock',
    file: 'src/ports/storage/s3/index.ts',
    find: `ObjectLockMode: 'COMPLIANCE'`,
    replace: `ObjectLockMode: 'GOVERNANCE'`,
    breaks: 'Whoever owns the bucket may delete what is to be kept.',
    tests: ['src/ports/storage/port.test.ts'],
  },
  {
    name: 'owner-let-in',
    file: 'src/server/database/open.ts',
    find: `if (mode === 'production') await requireOwnLogin(pool.sql);`,
    replace: `if (mode === 'sandbox') await requireOwnLogin(pool.sql);`,
    breaks: 'A broker works with the login that owns the tables, and what goes wrong with it changes the books.',
    tests: ['src/server/database/schema.test.ts'],
  },
];
