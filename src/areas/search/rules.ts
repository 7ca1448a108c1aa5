import { currencyCodes, type Currency } from '../../base/currency.ts';
import { parseMinor } from '../../base/money.ts';

/** What was typed, read in each way that it could be meant. */
export interface SearchQuestion {
  /** Small letters, without marks and grouping. */
  readonly words: readonly string[];
  /** A number of an account or a transfer, or the beginning of one. */
  readonly digits: string | undefined;
  /** The amount in every currency in which it is one. */
  readonly amounts: readonly { readonly currency: Currency; readonly minor: bigint }[];
}

export function readQuestion(text: string): SearchQuestion {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const named = currencyCodes.filter((code) => words.includes(code.toLowerCase()));
  const figure = words.map((word) => word.replaceAll(',', '')).find((word) => /^\d{1,15}(\.\d{1,8})?$/.test(word));
  return {
    words,
    digits: figure !== undefined && /^\d{2,9}$/.test(figure) ? figure : undefined,
    amounts: figure === undefined ? [] : amountsOf(figure, named.length > 0 ? named : currencyCodes),
  };
}

/** What a column of amounts can hold: nothing larger was ever moved. */
const largestAmount = 2n ** 63n - 1n;

function amountsOf(figure: string, codes: readonly Currency[]): SearchQuestion['amounts'] {
  return codes.flatMap((currency) => {
    const minor = parseMinor(figure, currency);
    return minor === undefined || minor === 0n || minor > largestAmount ? [] : [{ currency, minor }];
  });
}

/** Letters without their marks and case, as the search over pages reads them. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase('en').trim();
}

/**
 * How well a place fits: 3 its very number, 2 the beginning of its number, 1 every word is found in what is said of it,
 * 0 not at all.
 */
export function fitOf(
  fundingAccount: { readonly number: number; readonly said: readonly string[] },
  question: SearchQuestion,
): 0 | 1 | 2 | 3 {
  const number = String(fundingAccount.number);
  if (question.digits === number) return 3;
  if (question.digits !== undefined && number.startsWith(question.digits)) return 2;
  const said = [number, ...fundingAccount.said.map(plain)];
  return question.words.length > 0 && question.words.every((word) => said.some((text) => text.includes(word))) ? 1 : 0;
}
