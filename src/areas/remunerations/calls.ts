import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs } from '../../base/time.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { knownCurrency } from '../../base/currency.ts';
import type { ClientIdentity, Handlers } from '../../protocol/call.ts';
import { followersShown, shareSums, sharesOfProvider, toldShare, type Share } from '../investments/face.ts';
import { openCase } from '../cases/face.ts';
import { closeStrategy, providersQueue, strategiesOf, strategyById, type StrategyRow } from '../strategies/face.ts';
import { archiveRequestsOf } from './archives.ts';
import { remunerationsPage as size, type Remuneration, type remunerationsContract } from './contract.ts';
import { deskCalls } from './deskCalls.ts';
import { insertArchive } from './store.ts';

type Calls = Handlers<typeof remunerationsContract>;

export const calls = () =>
  ({
    ...deskCalls(),

    followers: async ({ strategy_id: id, page }, { sql, client, refuse }) => {
      const strategy = (await own(sql, client, id)) ?? refuse('strategy_not_found');
      const shown = await followersShown(sql, { strategyId: id, page, size });
      return {
        direct: {
          strategy: shownStrategy(strategy),
          investmentAccounts: [...shown.rows],
          total_items: shown.all,
          page: shown.page,
          page_size: size,
          open: shown.open,
          requests: shown.requests,
          invested: formatMinor(shown.invested, strategy.currency),
          archiveRequests: await archiveRequestsOf(sql, strategy, shown.open),
        },
      };
    },

    list: async ({ strategy_id, from, to, page: asked }, { sql, client }) => {
      const of = {
        provider: client.id,
        strategy: strategy_id,
        from: from === undefined ? undefined : new Date(`${from}T00:00:00Z`),
        to: to === undefined ? undefined : after(new Date(`${to}T00:00:00Z`), dayMs),
      };
      const sums = await shareSums(sql, of);
      const total = sums.reduce((sum, { count }) => sum + count, 0);
      const page = Math.min(asked, Math.max(1, Math.ceil(total / size)));
      const shares = await sharesOfProvider(sql, { ...of, offset: (page - 1) * size, limit: size });
      return {
        direct: {
          remunerations: shares.map(shownRemuneration),
          total_items: total,
          page,
          page_size: size,
          totals: sums.map(({ currency: code, count, paid, underWay }) => {
            const currency = knownCurrency(code);
            return { currency, count, paid: formatMinor(paid, currency), under_way: formatMinor(underWay, currency) };
          }),
          strategies: (await strategiesOf(sql, client.id)).map(shownStrategy),
        },
      };
    },

    archive: (input, ctx) => archive(input, ctx),
  }) satisfies Calls;

async function archive(
  { strategy_id: id }: Parameters<Calls['archive']>[0],
  ctx: Parameters<Calls['archive']>[1],
): ReturnType<Calls['archive']> {
  const { sql, client, refuse } = ctx;
  const strategy = await own(sql, client, id);
  if (!strategy || strategy.status === 'converting') return refuse('strategy_not_found');
  const { open } = await followersShown(sql, { strategyId: id, page: 1, size: 1 });
  if (strategy.status === 'active') await (open > 0 ? askDesk(strategy, ctx) : closeAtOnce(strategy, ctx));
  const asked = (await own(sql, client, id)) ?? strategy;
  return { direct: { strategy: shownStrategy(asked), archiveRequests: await archiveRequestsOf(sql, asked, open) } };
}

type ArchiveContext = Parameters<Calls['archive']>[1];

/** Every follow ends with it, at whatever its copies are worth then: somebody looks at that first. Asked twice, it waits once. */
async function askDesk({ id, name, number }: StrategyRow, { sql, client, now, settings }: ArchiveContext): Promise<void> {
  const request = await insertArchive(sql, { strategyId: id, at: now });
  if (request === undefined) return;
  await openCase(sql, {
    queue: providersQueue(settings),
    subject: `archive:${request}`,
    clientId: client.id,
    detail: { strategy: name, account: number },
    now,
    hours: settings.desk.businessHours,
  });
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action: 'strategy.ask_close',
    subject: `strategy:${id}`,
    clientId: client.id,
    detail: { account: number },
    at: now,
  });
}

async function closeAtOnce({ id, number }: StrategyRow, { sql, client, now }: ArchiveContext): Promise<void> {
  if (!(await closeStrategy(sql, id, now))) return;
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action: 'strategy.close',
    subject: `strategy:${id}`,
    clientId: client.id,
    detail: { account: number },
    at: now,
  });
}

/** Somebody else's is as unknown as one that does not exist. */
async function own(sql: Sql, client: ClientIdentity, id: number): Promise<StrategyRow | undefined> {
  const strategy = await strategyById(sql, id);
  return strategy?.clientId === client.id && strategy.status !== 'failed' ? strategy : undefined;
}

function shownStrategy({ id, number, name, currency, status }: StrategyRow) {
  if (status === 'failed') throw new Error(`strategy ${id} has failed`);
  return { id, acc_no: number, name, currency, status };
}

function shownRemuneration(share: Share): Remuneration {
  const { strategyId, strategyName, number } = share;
  return { ...toldShare(share), strategy_id: strategyId, strategy_name: strategyName, acc_no: number };
}
