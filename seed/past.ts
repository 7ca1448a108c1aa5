import { changeStatus, drawEquityFromDeals, openAccountForSeed } from '../src/areas/accounts/face.ts';
import { putMessage } from '../src/areas/inbox/face.ts';
import { importDeals, readDealsFrom } from '../src/areas/reconciliation/face.ts';
import { notify } from '../src/areas/notices/face.ts';
import { openingNotices } from '../src/areas/opening/notices.ts';
import { fundingAccountNamesOf } from '../src/areas/fundingAccounts/face.ts';
import { noticeOf, wordsOf, type ImportedTransfer } from '../src/areas/payments/face.ts';
import { accountNumber, clientId } from '../src/base/id.ts';
import type { Sql } from '../src/base/sql.ts';
import { after, dayMs, hourMs } from '../src/base/time.ts';
import { shownName } from '../src/law/accountTypes.ts';
import { platformKeys, serverName } from '../src/law/platforms.ts';
import type { Settings } from '../src/settings/index.ts';
import { postBatch, type Intent } from '../src/ledger/batch.ts';
import * as chart from '../src/ledger/chart.ts';
import { letters, welcome } from './letters.ts';
import { dayAgo, minorOf, momentOf, type PlannedAccount, type SeededClient } from './plan.ts';
import type { TakenIn } from './platforms.ts';

/** Everything that the clients and the platforms agree on by now. */
export interface Past {
  readonly clients: readonly SeededClient[];
  readonly accounts: readonly PlannedAccount[];
  readonly transfers: readonly ImportedTransfer[];
  readonly taken: TakenIn;
  readonly settings: Settings;
  readonly now: Date;
}

/** Writes the accounts with what the platforms say of them, and takes in their deals; answers what the ledger has to be told of these. */
export async function seedAccounts(sql: Sql, past: Past): Promise<Intent[]> {
  const { accounts, taken, now } = past;
  for (const account of accounts) await takeAccountIn(sql, account, past);
  const deals: Intent[] = [];
  for (const server of platformKeys) {
    deals.push(...(await importDeals(sql, server, { deals: taken.deals[server], at: now })));
    await readDealsFrom(sql, server, now);
  }
  for (const { login } of accounts) await drawEquityFromDeals(sql, login);
  return deals;
}

/** Posts the whole past in its order, with what else there is to post, and writes what clients were told of it. */
export async function seedPast(sql: Sql, past: Past, besides: readonly Intent[]): Promise<void> {
  const { accounts, transfers } = past;
  await postInOrder(sql, [...transfers.flatMap(({ postings }) => postings), ...besides, ...accounts.flatMap(bonusOf)]);
  await seedNotices(sql, past);
  await seedLetters(sql, past);
}

async function takeAccountIn(sql: Sql, account: PlannedAccount, { taken, now }: Past): Promise<void> {
  const { login, client, holding, type, openedAt } = account;
  const told = taken.accounts.get(login);
  if (!told) throw new Error(`the platform does not know of ${login}`);
  await openAccountForSeed(sql, {
    number: login,
    clientId: client.id,
    companyId: client.persona.company,
    isDemo: holding.isDemo ?? false,
    typeName: type.name,
    currency: holding.currency,
    leverage: account.leverage,
    swapFree: holding.isSwapFree ?? type.swapFree === 'always',
    groupName: account.groupName,
    name: holding.name ?? '',
    demoBalance: holding.playMoney === undefined ? undefined : minorOf(holding.playMoney, holding.currency),
    openedAt,
    told,
    isPromo: holding.bonus !== undefined,
  });
  if (holding.archivedDaysAgo === undefined) return;
  await changeStatus(sql, { number: login, from: 'active', to: 'archived', at: dayAgo(now, holding.archivedDaysAgo) });
}

/** The ledger's side of a promo account's bonus. */
function bonusOf({ login, client, holding, openedAt }: PlannedAccount): Intent[] {
  const { bonus, currency } = holding;
  if (bonus === undefined) return [];
  const { company } = client.persona;
  const leg = {
    from: chart.promotions(company, currency),
    to: chart.bonusCredit({ company, clientId: client.id }, currency, accountNumber(login)),
    minor: minorOf(bonus, currency),
  };
  const movement = { key: `bonus:welcome-${login}`, kind: 'bonus_granted', legs: [leg], at: after(openedAt, hourMs) } as const;
  return [{ movement }];
}

/** As many as one call of the database takes at once. */
const batchSize = 500;

/** Oldest first, so that every running balance is the one of its day. */
async function postInOrder(sql: Sql, intents: readonly Intent[]): Promise<void> {
  const ordered = intents.toSorted((first, second) => first.movement.at.getTime() - second.movement.at.getTime());
  for (let start = 0; start < ordered.length; start += batchSize) {
    const batch = ordered.slice(start, start + batchSize);
    const outcomes = await postBatch(sql, batch);
    const refused = outcomes.findIndex((outcome) => outcome.outcome === 'refused');
    if (refused >= 0)
      throw new Error(`${batch[refused]?.movement.key} could not be posted: ${JSON.stringify(outcomes[refused])}`);
  }
}

const recentMs = 60 * dayMs;

/** What the client was told of late: how transfers went, and accounts that were opened. */
async function seedNotices(sql: Sql, { transfers, accounts, settings, now }: Past): Promise<void> {
  const isRecent = (at: Date) => now.getTime() - at.getTime() < recentMs;
  for (const { remittance } of transfers.filter((transfer) => isRecent(transfer.remittance.createdAt))) {
    const { id, phase, createdAt } = remittance;
    const notice = noticeOf(remittance, phase);
    if (!notice) continue;
    await notify(sql, {
      clientId: clientId(remittance.clientId),
      notice,
      values: wordsOf(remittance, await fundingAccountNamesOf(sql, remittance.clientId)),
      key: `remittance:${id}:${phase}`,
      now: createdAt,
      isPast: true,
    });
  }
  for (const { login, client, type, holding, openedAt } of accounts.filter((account) => isRecent(account.openedAt))) {
    const isDemo = holding.isDemo ?? false;
    const server = serverName({ brandName: settings.brand.name, platform: type.platform, isDemo });
    await notify(sql, {
      clientId: client.id,
      notice: openingNotices.account_opened,
      values: { number: String(login), title: shownName(type), server },
      key: `account:${login}:opened`,
      now: openedAt,
      typeGroup: isDemo ? 'demo' : 'live',
      accountType: type.name,
      isPast: true,
    });
  }
}

async function seedLetters(sql: Sql, { clients, now }: Past): Promise<void> {
  for (const { id, persona } of clients) {
    const later = letters[persona.name] ?? [];
    const first = { ...welcome, daysAgo: persona.registeredDaysAgo - 1, isRead: later.length > 0 };
    for (const letter of [first, ...later]) {
      const { daysAgo, group, text, isRead = false } = letter;
      const at = momentOf(now, daysAgo, `${persona.name}/letter/${daysAgo}`);
      await putMessage(sql, { clientId: id, group, text, now: at, key: `letter:${daysAgo}`, isRead });
    }
  }
}
