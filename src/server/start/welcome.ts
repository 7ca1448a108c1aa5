import { homeRegions } from '../../law/regions/profile.ts';
import { staffRoles } from '../../law/staff.ts';
import { isStatusId, statusFacts } from '../../law/statuses.ts';
import type { Config } from './config.ts';

/** What `npm start` says when everything stands: where, and in a sandbox who can sign in. */
export async function welcome(config: Pick<Config, 'mode' | 'publicUrl'>, tookMs: number): Promise<string> {
  const { mode, publicUrl } = config;
  const ready = `\nAtrium is ready at ${publicUrl} (${(tookMs / 1000).toFixed(1)} s, ${mode})`;
  if (mode === 'production') return ready;
  const { emailOf, personas, seedPassword } = await import('../../../seed/personas.ts');
  const rows = personas.map(({ name, company, country, status }) => [
    emailOf(name),
    `${homeRegions[company]}, ${country}`,
    isStatusId(status) ? `${status} ${statusFacts(status).name}` : String(status),
    worthKnowing[name] ?? '',
  ]);
  const { staffEmailOf } = await import('../../../seed/staff.ts');
  return [
    ready,
    ``,
    `Sign in with one of these, password ${seedPassword}`,
    ...aligned(rows).map((row) => `  ${row}`),
    ``,
    `Staff, at ${publicUrl}/desk with the same password`,
    ...staffRoles.map((role) => `  ${staffEmailOf(role)}`),
    ``,
    `Mails and messages: ${publicUrl}/sandbox/outbox`,
    `API: ${publicUrl}/api/docs`,
  ].join('\n');
}

/** What is not told by company, country and status. */
const worthKnowing: Readonly<Record<string, string>> = {
  'global.active': 'wallet, MT5 and MT4 accounts, two years of history',
  'global.promo': 'an account with a bonus',
  'eu.pro': 'professional',
  'cn.active': 'starts in Chinese',
  'cn.locked': 'papers come first',
  'hk.active': 'may open no accounts',
  'provider.new': 'a provider without a strategy yet',
  'provider.active': 'three strategies, two years of trading',
};

/** Columns as wide as their widest cell; no blanks at the end of a line. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((widest, row) => row.map((cell, at) => Math.max(widest[at] ?? 0, cell.length)), []);
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
