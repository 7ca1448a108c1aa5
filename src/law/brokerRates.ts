import { parseRate, type Rate } from '../base/money.ts';
import type { outsideReference } from './rates.ts';

/** A currency that the reference does not quote. */
export type BrokerRateCurrency = (typeof outsideReference)[number];

/** A broker's own rate holds from its day on, until the next one. Units of the currency for one US dollar. */
export interface BrokerRate {
  readonly day: string;
  readonly rate: Rate;
}

/**
 * The broker's own rates that ship, oldest first: levels as the central banks published them (CBN, SBV, CBE, CBK, Bank of
 * Russia), rounded, so that the table of any day since 2017 is whole. A broker puts its own on top, as dated rows.
 */
const shipped: Readonly<Record<BrokerRateCurrency, string>> = {
  NGN: `2016-12-30 305  2017-08-01 358  2019-01-02 361  2020-07-06 381  2021-05-25 411  2022-07-01 425  2023-01-03 461
    2023-06-15 750  2023-12-01 900  2024-02-15 1500  2024-04-15 1200  2024-08-01 1590  2025-01-02 1540  2025-10-01 1465
    2026-01-02 1450`,
  VND: `2016-12-30 22761  2018-01-02 22690  2019-01-02 23190  2020-01-02 23170  2021-06-01 23030  2022-11-01 24850
    2023-02-01 23450  2024-01-02 24260  2024-06-03 25440  2025-07-01 26120  2026-01-02 26300`,
  EGP: `2016-12-30 18.1  2019-06-03 16.8  2020-01-02 16  2022-03-22 18.4  2022-10-28 24.1  2023-01-12 29.8
    2024-03-07 47.8  2025-01-02 50.8  2026-01-02 47.3`,
  KES: `2016-12-30 102.5  2018-06-01 101  2020-06-01 106.5  2022-01-03 113.1  2023-01-03 123.5  2023-07-03 141
    2024-01-02 157  2024-03-01 144  2024-05-02 132  2025-01-02 129.3  2026-01-02 129`,
  RUB: `2016-12-30 60.7  2018-06-01 62.5  2020-04-01 77.7  2021-01-11 74.2  2022-03-10 116  2022-06-01 62
    2023-07-03 89.3  2024-11-25 103.8  2025-06-02 78.6  2026-01-12 80`,
};

export const brokerRates: Readonly<Record<BrokerRateCurrency, readonly BrokerRate[]>> = {
  NGN: read(shipped.NGN),
  VND: read(shipped.VND),
  EGP: read(shipped.EGP),
  KES: read(shipped.KES),
  RUB: read(shipped.RUB),
};

function read(text: string): BrokerRate[] {
  const words = text.trim().split(/\s+/);
  return Array.from({ length: words.length / 2 }, (_unused, index) => {
    const day = words[index * 2] ?? '';
    const rate = parseRate(words[index * 2 + 1] ?? '');
    if (rate === undefined) throw new Error(`the broker's own rate of ${day} cannot be read`);
    return { day, rate };
  });
}

/** The rate that ships for a day, or undefined before the first. */
export function shippedBrokerRate(currency: BrokerRateCurrency, day: string): BrokerRate | undefined {
  return brokerRates[currency].findLast((rate) => rate.day <= day);
}
