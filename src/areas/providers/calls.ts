import { recordAudit } from '../../ledger/audit.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { accountOf } from '../accounts/face.ts';
import { openCase } from '../cases/face.ts';
import { changeOffer, providersQueue, strategyById } from '../strategies/face.ts';
import type { providersContract } from './contract.ts';
import { convertAccount, type ConversionNeeds } from './converting.ts';
import { deskCalls } from './deskCalls.ts';
import { isOffered, isOwnTrading, minimumOf } from './rules.ts';
import { shownProvider } from './shown.ts';
import { insertRequest, isNicknameTaken, lockClient, requestOf } from './store.ts';

type Specs = (typeof providersContract)['calls'];
type Calls = Handlers<typeof providersContract>;

export const calls = (app: ConversionNeeds) =>
  ({
    ofClient: async ({ clientId }, ctx) => {
      if (clientId !== ctx.client.id) return ctx.refuse('profile_not_yours');
      return { direct: { provider: await shownProvider(ctx) } };
    },

    approval: async (input, ctx) => {
      if (!isOffered(ctx.client.profile.company)) return ctx.refuse('providers_not_offered');
      await askDesk(input, ctx);
      return { direct: { provider: await shownProvider(ctx) } };
    },

    accountRequest: async (input, ctx) => {
      if (!isOffered(ctx.client.profile.company)) return ctx.refuse('providers_not_offered');
      await convertAccount(input, app, ctx);
      return { direct: { provider: await shownProvider(ctx) } };
    },

    offer: async (input, ctx) => {
      await offerAnew(input, ctx);
      return { direct: { provider: await shownProvider(ctx) } };
    },

    ...deskCalls(),
  }) satisfies Calls;

type Approval = Parameters<Calls['approval']>[0];

async function askDesk(input: Approval, ctx: ContextOf<Specs['approval']>): Promise<void> {
  const { sql, client, now, settings, refuse } = ctx;
  await lockClient(sql, client.id);
  const last = await requestOf(sql, client.id);
  if (last?.status === 'approved') return refuse('provider_approved');
  if (last?.status === 'waiting') return refuse('approval_waiting');
  const shown = await shownTrading(input, ctx);
  const { nickname } = input;
  if (await isNicknameTaken(sql, { nickname, client: client.id })) return refuse('nickname_taken', { field: 'nickname' });
  const id = await insertRequest(sql, { clientId: client.id, nickname, ...shown, askedAt: now });
  await openCase(sql, {
    queue: providersQueue(settings),
    subject: `provider:${id}`,
    clientId: client.id,
    detail: { nickname, account: shown.ownNumber ?? 'external' },
    now,
    hours: settings.desk.businessHours,
  });
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action: 'provider.ask',
    subject: `provider:${id}`,
    clientId: client.id,
    detail: { account: shown.ownNumber, is_external: shown.externalAccount !== null },
    at: now,
  });
}

/** Where their trading can be seen: a live account of theirs, or one elsewhere, which is not blank (document 2 §5). */
async function shownTrading(input: Approval, { sql, client, refuse }: ContextOf<Specs['approval']>) {
  if (input.where === 'external') {
    const externalAccount = input.external_account ?? '';
    return externalAccount === ''
      ? refuse('field_required', { field: 'external_account' })
      : { ownNumber: null, externalAccount };
  }
  if (input.account_number === undefined) return refuse('field_required', { field: 'account_number' });
  const account = await accountOf(sql, input.account_number);
  if (account?.clientId !== client.id || !isOwnTrading(account)) return refuse('account_not_found', { field: 'account_number' });
  return { ownNumber: account.number, externalAccount: null };
}

async function offerAnew(
  { strategy_id: id, share, minimum: typed }: Parameters<Calls['offer']>[0],
  { sql, client, now, settings, refuse }: ContextOf<Specs['offer']>,
): Promise<void> {
  await lockClient(sql, client.id);
  const strategy = await strategyById(sql, id);
  if (strategy?.clientId !== client.id || strategy.status !== 'active') return refuse('strategy_not_found');
  const minimum = minimumOf(typed, { currency: strategy.currency, least: settings.strategies.leastAmount });
  if (!minimum.ok) return refuse(minimum.code, minimum);
  if (strategy.share === share && strategy.minimum === minimum.value) return;
  await changeOffer(sql, { strategy: id, share, minimum: minimum.value, at: now });
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action: 'strategy.offer',
    subject: `strategy:${id}`,
    clientId: client.id,
    detail: { share: { from: strategy.share, to: share } },
    at: now,
  });
}
