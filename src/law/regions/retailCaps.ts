import type { InstrumentCaps } from './profile.ts';

/** The caps on a retail client's leverage in the EU (ESMA 2018/796 annex I) and, crypto apart, in the UK (COBS 22.5.11). */
export const retailCaps: InstrumentCaps = {
  major_fx: 30,
  other_fx: 20,
  gold: 20,
  major_index: 20,
  minor_index: 10,
  commodity: 10,
  share: 5,
  crypto: 2,
};
