import { instrumentCapsFor, type LeverageState } from '../../law/leverage.ts';
import type { InstrumentClass } from '../../law/regions/profile.ts';
import type { SymbolGroup } from './contract.ts';
import { groupOfPath } from './rules.ts';

/** The law's classes that a group's symbols may be of; what stands elsewhere is of none that the law names. */
const classesOf: Readonly<Record<SymbolGroup, readonly InstrumentClass[]>> = {
  major: ['major_fx'],
  minor: ['other_fx'],
  exotic: ['other_fx'],
  metals: ['gold', 'commodity'],
  energies: ['commodity'],
  indices: ['major_index', 'minor_index'],
  shares: ['share'],
  crypto: ['crypto'],
  other: [],
};

/**
 * Whether a symbol may be offered to the client at all: neither its prices nor its name are shown where the law lets
 * nobody sell it to them (FCA COBS 22.6.5: crypto to retail clients). The platform's group refuses its orders too.
 */
export function isOffered(path: string, client: LeverageState): boolean {
  const caps = instrumentCapsFor(client);
  const classes = classesOf[groupOfPath(path)];
  return caps === null || classes.length === 0 || classes.some((one) => caps[one] > 0);
}
