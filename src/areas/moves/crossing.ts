import type { Sql } from '../../base/sql.ts';
import { movedCategory } from '../../law/moves.ts';
import { companyProfileOf } from '../../law/regions/index.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { staleLine, type Topic } from '../../protocol/topics.ts';
import { tellMoved } from '../enrolment/face.ts';
import { accountOf, accessTopic, accountsOf, changeStatus } from '../accounts/face.ts';
import { ensureWallet, walletsOf } from '../fundingAccounts/face.ts';
import { endResidence } from '../documents/face.ts';
import { notify } from '../notices/face.ts';
import { beginAnew } from '../professional/face.ts';
import { clientById } from '../session/face.ts';
import { takeOrdersAlong } from '../transferAutomation/face.ts';
import type { DriveNeeds } from './emptying.ts';
import { movesNotices } from './notices.ts';
import { postAccountCrossed, postWalletCrossed } from './postings.ts';
import { closeOffered } from './telling.ts';
import { becomeClientOf, bookBlockers, lockClient } from './clientRows.ts';
import { changeMovePhase, lockMove, moveAccounts, tellLater, type DrivenMove, type Lease, type MoveAccount } from './store.ts';

/** What a move changes of what a browser shows. */
export const movedTopics: readonly Topic[] = [
  'client_info',
  'accounts',
  'wallets',
  'transfers',
  'dashboard',
  'notices',
  'gold',
  'strategies',
];

/**
 * The one instant of a move: in one transaction every account and all money are the other company's, and so is the client. False when
 * something has begun meanwhile that must not be left behind.
 */
export async function cross({ transact, now }: DriveNeeds, { id, lease }: Lease): Promise<boolean> {
  return transact(async (sql) => {
    const found = await lockMove(sql, id);
    if (found?.phase !== 'moving') return true;
    await lockClient(sql, found.clientId);
    const move = { ...found, lease, termsVersion: found.termsVersion ?? 1 };
    if ((await bookBlockers(sql, move.clientId)).length > 0) return false;
    const accounts = await moveAccounts(sql, id);
    if (accounts.some(({ state }) => state !== 'collected')) throw new Error(`the move ${id} has accounts that are not empty`);
    await moveWallets(sql, move, now);
    await becomeTheirs(sql, move, now);
    for (const account of accounts) await moveAccount(sql, { move, account, now });
    const renumbered = new Map(accounts.map(({ number, toNumber }) => [number, toNumber] as const));
    await takeOrdersAlong(sql, { clientId: move.clientId, renumbered, now });
    await endDemos(sql, move, now);
    await changeMovePhase(sql, move, { from: 'moving', to: 'moved', at: now });
    await tell(sql, { move, accounts, now });
    return true;
  });
}

type Crossed = DrivenMove & { readonly termsVersion: number };

async function moveWallets(sql: Sql, move: Crossed, now: Date): Promise<void> {
  for (const { number, currency } of await walletsOf(sql, move.clientId))
    await postWalletCrossed(sql, { move, name: `${move.id}:${number}`, currency, at: now });
}

async function becomeTheirs(sql: Sql, { clientId, to, country, termsVersion, told, toldAt }: Crossed, now: Date): Promise<void> {
  const client = await clientById(sql, clientId);
  if (!client) throw new Error(`there is no client ${clientId}`);
  const category = movedCategory(client.profile.category);
  const { branch } = companyProfileOf(to);
  await becomeClientOf(sql, { clientId, company: to, branch, country, category, termsVersion });
  if (country !== null && country !== client.profile.country) await endResidence(sql, { client: clientId, now });
  await tellMoved(sql, { client: (await clientById(sql, clientId)) ?? client, told, toldAt, now });
  await beginAnew(sql, { clientId, now });
}

async function moveAccount(
  sql: Sql,
  { move, account, now }: { readonly move: Crossed; readonly account: MoveAccount; readonly now: Date },
): Promise<void> {
  const { number, toNumber, currency, amount } = account;
  if (toNumber === null && amount !== 0n) await ensureWallet(sql, { clientId: move.clientId, companyId: move.to, currency, now });
  await postAccountCrossed(sql, { move, account, at: now });
  // It may have been put away meanwhile, which is what becomes of it.
  if ((await accountOf(sql, number))?.status !== 'archived')
    await mustChange(sql, { number, from: 'active', to: 'archived', at: now });
  if (toNumber !== null) await mustChange(sql, { number: toNumber, from: 'opening', to: 'active', at: now });
}

async function mustChange(sql: Sql, change: Parameters<typeof changeStatus>[1]): Promise<void> {
  if (!(await changeStatus(sql, change))) throw new Error(`account ${change.number} is not ${change.from} any more`);
}

/** Play money stays behind: the accounts are archived, and the platform follows. */
async function endDemos(sql: Sql, { clientId }: Crossed, now: Date): Promise<void> {
  for (const { number, isDemo, status } of await accountsOf(sql, clientId)) {
    if (!isDemo || status !== 'active') continue;
    await mustChange(sql, { number, from: 'active', to: 'archived', at: now });
    await tellLater(sql, { topic: accessTopic, clientId, payload: { number }, at: now });
  }
}

async function tell(
  sql: Sql,
  { move, accounts, now }: { readonly move: Crossed; readonly accounts: readonly MoveAccount[]; readonly now: Date },
): Promise<void> {
  const { id, clientId, from, to } = move;
  await closeOffered(sql, move, now);
  await notify(sql, {
    clientId,
    notice: movesNotices.company_moved,
    values: { company: { phrase: `moves.company.${to}` } },
    key: `company_move:${id}:moved`,
    now,
  });
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(clientId) },
    action: 'company_move.moved',
    subject: `company_move:${id}`,
    clientId,
    detail: { from, to, accounts: accounts.map(({ number, toNumber }) => ({ number, to: toNumber ?? 'wallet' })) },
    at: now,
  });
  await tellLater(sql, { ...staleLine(movedTopics), clientId, at: now });
}
