import { boundedText } from '../../../base/body.ts';
import type { RatesAnswer, RatesSpan, ReferenceRates } from '../port.ts';
import { readReference } from './messages.ts';

export interface EcbSettings {
  /** "https://www.ecb.europa.eu/stats/eurofxref", without a slash at the end. */
  readonly address: string;
  /** How long one file may take. Twenty seconds when left out: the whole history is some megabytes. */
  readonly timeoutMs?: number;
}

/** ecb.europa.eu, "Euro foreign exchange reference rates": the files that are free to take. */
const files: Readonly<Record<RatesSpan, string>> = {
  latest: 'eurofxref-daily.xml',
  quarter: 'eurofxref-hist-90d.xml',
  all: 'eurofxref-hist.xml',
};

const maxFileBytes = 32 * 1024 * 1024;

/** The European Central Bank's euro reference rates. */
export function openEcb(settings: EcbSettings): ReferenceRates {
  return { read: (span) => read(settings, span) };
}

async function read(settings: EcbSettings, span: RatesSpan): Promise<RatesAnswer> {
  try {
    const response = await fetch(`${settings.address}/${files[span]}`, {
      headers: { accept: 'application/xml, text/xml' },
      signal: AbortSignal.timeout(settings.timeoutMs ?? 20_000),
    });
    if (!response.ok) return { outcome: 'unknown', reason: `HTTP ${response.status}` };
    const days = readReference(await boundedText(response.body, maxFileBytes));
    return typeof days === 'string' ? { outcome: 'unknown', reason: days } : { outcome: 'known', days };
  } catch (error) {
    return { outcome: 'unknown', reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}
