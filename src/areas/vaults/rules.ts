import type { DeclaredColumns } from '../../base/columns.ts';
import { after, dayMs } from '../../base/time.ts';
import { parseWeight } from '../../base/weight.ts';
import { companyName } from '../../law/companyNames.ts';
import type { Bar, NewBar, VaultCheck } from './contract.ts';

export interface Compared {
  readonly clients: bigint;
  readonly bars: bigint;
  /** As the supplier says; null while it does not. */
  readonly unallocated: bigint | null;
}

/** What lies there beyond what clients own; null while the supplier does not say. */
export function differenceOf({ clients, bars, unallocated }: Compared): bigint | null {
  return unallocated === null ? null : bars + unallocated - clients;
}

/** A weight in grams that is more than none. */
export function readGrams(text: string): bigint | undefined {
  const weight = parseWeight(text, 'g');
  return weight !== undefined && weight > 0n ? weight : undefined;
}

/** `refiner; serial; grams`, a bar a line, as it is pasted from a supplier's list; undefined when a line is not such a one. */
export function readBars(text: string): NewBar[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const bars = lines.map((line) => line.split(/[;\t]/).map((part) => part.trim()));
  const isWhole = bars.every(([refiner, serial, grams, ...more]) => refiner && serial && grams && more.length === 0);
  return isWhole ? bars.map(([refiner = '', serial = '', grams = '']) => ({ refiner, serial, grams })) : undefined;
}

/** When the check of the last night was due. */
export function lastNight(now: Date, hour: number): Date {
  const night = new Date(now);
  night.setUTCHours(hour, 0, 0, 0);
  return night <= now ? night : after(night, -dayMs);
}

const grams = (): string => 'g';

/** The register of bars, on the screen and as a file. */
export const barColumns = {
  serial: { title: 'vaults.serial', kind: 'code', share: 1.4, text: ({ serial }) => serial },
  refiner: { title: 'vaults.refiner', kind: 'text', share: 1.6, text: ({ refiner }) => refiner },
  weight: { title: 'vaults.weight.grams', kind: 'decimal', share: 1.2, currency: grams, text: ({ weight }) => weight },
  vault: { title: 'vaults.vault', kind: 'text', share: 1.4, text: ({ vault }, say) => say(`vaults.vault.${vault}`) },
  company: { title: 'vaults.company', kind: 'text', share: 1.4, text: ({ company }, say) => companyName(company, say) },
  came: { title: 'vaults.came', kind: 'instant', share: 1.6, text: ({ came_at: at }) => at },
  state: { title: 'vaults.state', kind: 'text', share: 1.4, text: ({ state }, say) => say(`vaults.state.${state}`) },
} satisfies DeclaredColumns<Bar>;

/** The checks of the nights: what clients own against what lies there. */
export const checkColumns = {
  vault: { title: 'vaults.vault', kind: 'text', share: 1.4, text: ({ vault }, say) => say(`vaults.vault.${vault}`) },
  at: { title: 'vaults.asOf', kind: 'instant', share: 1.6, text: ({ at }) => at },
  clients: { title: 'vaults.clients', kind: 'decimal', share: 1.4, currency: grams, text: ({ clients }) => clients },
  bars: { title: 'vaults.bars', kind: 'decimal', share: 1.4, currency: grams, text: ({ bars }) => bars },
  unallocated: {
    title: 'vaults.unallocated',
    kind: 'decimal',
    share: 1.4,
    currency: grams,
    text: ({ unallocated }) => unallocated ?? '',
  },
  difference: {
    title: 'vaults.difference',
    kind: 'decimal',
    share: 1.4,
    currency: grams,
    text: ({ difference }) => difference ?? '',
  },
} satisfies DeclaredColumns<VaultCheck>;
