import { clientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { methodOf, paymentMethods, type PaymentMethod } from '../../law/methods.ts';
import type { RegionClient } from '../../law/regions/index.ts';
import type { AskedPaper } from '../../protocol/payout.ts';
import { lacksPaymentPaper } from '../documents/face.ts';
import { fundingAccountNamesOf } from '../fundingAccounts/face.ts';
import { notify } from '../notices/face.ts';
import { isOpen, noteInTimeline, wordsOf, type Remittance } from '../payments/face.ts';
import { transfersNotices } from './notices.ts';
import { addPaperRequest, answerPaperRequest, askedPaperOf, paidBefore } from './store.ts';

/* Papers that staff asks for about a transfer: one at a time, told to the client, answered by whatever is sent about it. */

/** Within the transaction of who asks; false where something is asked for already. */
export async function askForPaper(
  sql: Sql,
  { remittance, kind, now }: { readonly remittance: Remittance; readonly kind: AskedPaper; readonly now: Date },
): Promise<boolean> {
  const { id } = remittance;
  if (!(await addPaperRequest(sql, { id, kind, at: now }))) return false;
  await noteInTimeline(sql, id, { code: `paper_asked_${kind}`, values: {}, at: now });
  await notify(sql, {
    clientId: clientId(remittance.clientId),
    notice: transfersNotices.paper_asked,
    values: wordsOf(remittance, await fundingAccountNamesOf(sql, remittance.clientId)),
    key: `paper:${id}:${now.toISOString()}`,
    now,
  });
  return true;
}

/** What staff waits for before it goes on; undefined where it has ended, or nothing was asked for. */
export async function paperWaitedFor(sql: Sql, { id, phase }: Pick<Remittance, 'id' | 'phase'>): Promise<AskedPaper | undefined> {
  return isOpen(phase) ? askedPaperOf(sql, id) : undefined;
}

/** Something has come: whoever has asked looks at it. */
export async function paperCame(sql: Sql, { id }: Pick<Remittance, 'id'>, now: Date): Promise<void> {
  if (await answerPaperRequest(sql, id, now)) await noteInTimeline(sql, id, { code: 'paper_sent', values: {}, at: now });
}

/** Document 1 §4: the kind of payment account that a deposit came from, while that is new and nothing proves it; null otherwise. */
export async function paperMissing(sql: Sql, remittance: Remittance, region: RegionClient): Promise<NewAccountKind | null> {
  const { id, type, phase, clientId: client, methodId, createdAt } = remittance;
  const proof = methodOf(methodId)?.document;
  if (type !== 'deposit' || proof === undefined || !(isOpen(phase) || phase === 'completed')) return null;
  const methods = paymentMethods.filter(({ document }) => document === proof).map((method) => method.id);
  const { same, other } = await paidBefore(sql, { id, methods });
  if (same) return null;
  return (await lacksPaymentPaper(sql, { client, region, proof, since: other ? createdAt : undefined })) ? proof : null;
}

type NewAccountKind = NonNullable<PaymentMethod['document']>;
