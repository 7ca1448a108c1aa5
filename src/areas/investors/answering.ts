import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { numberedAnswers, riskOf, suitabilityAnswers, type GivenAnswers, type InvestorRisk } from '../../law/investors.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Settings } from '../../settings/index.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { investorsQueue } from './queues.ts';
import { decideForm, insertForm, lastForm, lockInvestor, writeInvestor, type InvestorRow } from './store.ts';

interface Answered {
  readonly clientId: ClientId;
  readonly given: GivenAnswers;
  readonly settings: Settings;
  readonly now: Date;
}

/**
 * Keeps the answers, in the caller's transaction. The broker looks at them, but for those of an investor that allow no more risk than
 * the ones before: these count at once. What waited before them is replaced.
 */
export async function answer(sql: Sql, of: Answered): Promise<void> {
  const { clientId, given, now } = of;
  const investor = await lockInvestor(sql, clientId);
  await replaceWaiting(sql, of);
  const risk = riskOf(given);
  const countsAtOnce = isInvested(investor) && investor.risk !== null && risk >= investor.risk;
  const status = countsAtOnce ? 'approved' : 'waiting';
  const id = await insertForm(sql, { clientId, answers: numberedAnswers(given), risk, status, answeredAt: now });
  if (countsAtOnce) await writeInvestor(sql, clientId, { ...investor, risk, suitability: suitabilityAnswers(given) });
  else await waitForDesk(sql, of, { id, risk, investor });
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(clientId) },
    action: 'investor.answer',
    subject: `investor:${id}`,
    clientId,
    // What was answered stands in its own row.
    detail: { risk, counts: countsAtOnce },
    at: now,
  });
}

/** Whoever follows strategies already goes on with that while new answers are looked at. */
const isInvested = ({ status }: InvestorRow): boolean => status === 'wait_pmd_to_invest' || status === 'active';

async function replaceWaiting(sql: Sql, { clientId, now }: Answered): Promise<void> {
  const last = await lastForm(sql, clientId);
  if (last?.status !== 'waiting') return;
  await decideForm(sql, { id: last.id, status: 'replaced', by: null, at: now });
  await closeCase(sql, { queue: investorsQueue().name, subject: `investor:${last.id}`, outcome: 'replaced', at: now });
}

async function waitForDesk(
  sql: Sql,
  { clientId, settings, now }: Answered,
  form: { readonly id: number; readonly risk: InvestorRisk; readonly investor: InvestorRow },
): Promise<void> {
  const { id, risk, investor } = form;
  if (!isInvested(investor)) await writeInvestor(sql, clientId, { ...investor, status: 'waiting_form_approve' });
  await openCase(sql, {
    queue: investorsQueue(settings),
    subject: `investor:${id}`,
    clientId,
    detail: { risk },
    now,
    hours: settings.desk.businessHours,
  });
}
