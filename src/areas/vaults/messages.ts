import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { parseWeight } from '../../base/weight.ts';
import { isGoldVaultKey, type GoldVaultKey } from '../../law/goldVaults.ts';

/*
 * A supplier's statement of what lies in its vault unallocated. Our own format (readings, decision 31), which a supplier agrees to:
 *
 *   <VaultStatement xmlns="urn:atrium:vault-statement:1" number="ZH-2026-325" vault="zurich" asOf="2026-11-21T22:00:00Z">
 *     <Unallocated grams="1250.5000000"/>
 *   </VaultStatement>
 */

export interface VaultStatement {
  readonly number: string;
  readonly vault: GoldVaultKey;
  /** The instant that it tells of. */
  readonly asOf: Date;
  /** Tenths of a microgram. */
  readonly unallocated: bigint;
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  processEntities: false,
});

/** What it says; otherwise, in a word, where it is not such a statement. */
export function readVaultStatement(raw: Uint8Array): VaultStatement | string {
  const text = Buffer.from(raw).toString('utf8');
  if (XMLValidator.validate(text) !== true) return 'XML';
  const root = named(parser.parse(text), 'VaultStatement');
  if (named(root, 'xmlns') !== 'urn:atrium:vault-statement:1') return 'VaultStatement';
  const [number, vault, told] = [named(root, 'number'), named(root, 'vault'), named(root, 'asOf')];
  if (typeof number !== 'string' || !/^[\w./-]{1,60}$/.test(number)) return 'number';
  if (typeof vault !== 'string' || !isGoldVaultKey(vault)) return 'vault';
  if (typeof told !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(told)) return 'asOf';
  const asOf = new Date(told);
  if (Number.isNaN(asOf.getTime())) return 'asOf';
  const grams = named(named(root, 'Unallocated'), 'grams');
  const unallocated = typeof grams === 'string' ? parseWeight(grams, 'g') : undefined;
  return unallocated === undefined ? 'Unallocated' : { number, vault, asOf, unallocated };
}

function named(node: unknown, name: string): unknown {
  return typeof node === 'object' && node !== null && Object.hasOwn(node, name) ? Reflect.get(node, name) : undefined;
}
