import { randomInt } from 'node:crypto';
import type { RefusalDetail } from '../../base/refusal.ts';
import type { Sql, Transact } from '../../base/sql.ts';
import { after, secondMs, type Clock } from '../../base/time.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { LeverageState } from '../../law/leverage.ts';
import { platformGroup } from '../../law/platformGroups.ts';
import { loginRange } from '../../law/numbers.ts';
import type { Settings } from '../../settings/index.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { ClientIdentity, Event, Handlers } from '../../protocol/call.ts';
import {
  accountOf,
  accountsOf,
  countAccounts,
  insertAccount,
  shownAccount,
  takeLogin,
  type TradingAccount,
} from '../accounts/face.ts';
import { agreeWithExchange } from '../stocks/face.ts';
import { claim, type Claimed } from '../platformOperations/face.ts';
import { hasSwapFreeRight } from '../swapFree/face.ts';
import { agreeTerms, hasAgreed, termsVersion } from '../session/face.ts';
import { openingContract } from './contract.ts';
import {
  activate,
  firstSnapshot,
  fundDemo,
  giveUp,
  openingFor,
  openingTopic,
  openOnPlatform,
  type Passwords,
  type Platforms,
} from './open.ts';
import {
  checkOrder,
  levelsOf,
  mayOpenMore,
  newTradingPassword,
  offerOf,
  type AccountGroup,
  type OrderForm,
  type OrderRefusal,
} from './rules.ts';
import { requireStocks, type StockRefusal } from './stocks.ts';
import { topUp } from './topUp.ts';
import { accountOfKey, keepKey, lockOwner, type Owner } from './store.ts';

export interface Needs {
  readonly platforms: Platforms;
  readonly clock: Clock;
}

type Offer = ReturnType<typeof offerOf>;

/** `pick` answers a whole number from zero up to, and without, its argument; passwords are made of it. */
export function calls(app: Needs, pick: (below: number) => number = (below) => randomInt(below)) {
  const offers = rememberOffers();
  return {
    liveTypes: async (_input, { client, settings, language }) => offers('live', client.profile, { settings, language }),
    demoTypes: async (_input, { client, settings, language }) => offers('demo', client.profile, { settings, language }),
    opened: async ({ number }, { sql, client, now, settings, refuse }) => {
      const account = await accountOf(sql, number);
      if (account?.clientId !== client.id || account.status === 'failed') return refuse('account_not_found', { field: 'number' });
      const { server } = shownAccount(account, { now, settings });
      const { currency, isDemo } = account;
      return { number: account.number, server, currency, is_demo: isDemo, is_open: account.status !== 'opening' };
    },
    topUp: async (asked, context) => {
      const { account, status } = await topUp(asked, { app, context, pick });
      return { status, account: shownAccount(account, { now: app.clock.now(), settings: context.settings }) };
    },
    levels: async (_input, { sql, client, settings }) => {
      const open = (await accountsOf(sql, client.id)).filter(({ isDemo, status }) => !isDemo && status === 'active');
      return {
        levels: levelsOf(
          client.profile,
          open.map(({ type }) => type.name),
          settings,
        ),
      };
    },
    openLive: async (input, context) => {
      const { account, ...facts } = await open(
        { form: input, name: input.account_name ?? '', group: 'live' },
        { app, context, pick },
      );
      return { accounts: { live: [account] }, ...facts };
    },
    openDemo: async (input, context) => {
      const { account, ...facts } = await open(
        { form: input, name: input.account_name ?? '', group: 'demo' },
        { app, context, pick },
      );
      return { accounts: { demo: [account] }, ...facts };
    },
  } satisfies Handlers<typeof openingContract>;
}

/** Offers depend on so little that they are made once for each kind of client, until a setting changes. */
function rememberOffers(): (group: AccountGroup, client: LeverageState, of: Offered) => Offer {
  const known = new WeakMap<Settings, Map<string, Offer>>();
  return (group, client, { settings, language }) => {
    let offers = known.get(settings);
    if (!offers) known.set(settings, (offers = new Map()));
    const key = `${group}:${client.company}:${client.country}:${client.category}:${client.testLeverage ?? ''}:${language === 'en'}`;
    let offer = offers.get(key);
    if (!offer) offers.set(key, (offer = offerOf(group, client, { settings, language })));
    return offer;
  };
}

interface Offered {
  readonly settings: Settings;
  readonly language: LanguageKey;
}

interface Request {
  readonly form: OrderForm;
  readonly name: string;
  readonly group: AccountGroup;
}

type OpenRefusal = OrderRefusal | StockRefusal | 'swap_free_withdrawn' | '10031' | 'platform_unavailable' | 'platform_refused';

interface Hands {
  readonly app: Needs;
  readonly pick: (below: number) => number;
  readonly context: {
    readonly now: Date;
    readonly settings: Settings;
    readonly origin: { readonly address: string };
    readonly client: ClientIdentity;
    readonly key: string | undefined;
    readonly sql: Sql;
    readonly transact: Transact;
    readonly tellIn: (sql: Sql, event: Event) => Promise<void>;
    readonly refuse: (code: OpenRefusal, detail?: RefusalDetail) => never;
  };
}

/** Another login is chosen so often when one turns out to be taken. */
const mostLogins = 3;

/** Commits the intention, opens on the platform, commits what came of it. What is left unknown the job finishes. */
async function open(request: Request, hands: Hands) {
  const { app, context, pick } = hands;
  for (let count = 0; count < mostLogins; count += 1) {
    const { account, owner, claimed } = await context.transact(async (sql) => intend(request, hands, sql));
    if (!claimed) return answerFor(account, undefined, hands);
    const platform = app.platforms[account.platform];
    const rule = context.settings.platform.passwords[account.platform];
    const passwords = { main: newTradingPassword(rule, pick), investor: newTradingPassword(rule, pick) };
    const opened = await openOnPlatform(hands, { account, owner, passwords, claimed });
    if (opened.outcome === 'unknown') return answerFor(account, undefined, hands);
    if (opened.outcome === 'opened') {
      const gift = await fundDemo(hands, account);
      if (gift?.outcome === 'pending') return answerFor(account, passwords, hands);
      const finished = [opened.finished, gift?.outcome === 'done' ? gift.finished : undefined];
      await firstSnapshot(platform, context.sql, account.number);
      await context.transact(async (sql) =>
        activate(sql, { account, settings: context.settings, now: context.now, isShown: true, finished }),
      );
      return answerFor(account, passwords, hands);
    }
    await context.transact(async (sql) => giveUp(sql, { account, code: opened.outcome, now: context.now }));
    if (opened.outcome === 'unavailable') return context.refuse('platform_unavailable');
    if (opened.outcome === 'refused') return context.refuse('platform_refused');
  }
  throw new Error('the platform has accounts under logins that we never gave: the range of logins is not ours alone');
}

/** Everything that can be said no to is checked under the lock of the client's row; then the intention is written. */
async function intend(
  { form, name, group }: Request,
  { context }: Hands,
  sql: Sql,
): Promise<{ account: TradingAccount; owner: Owner; claimed?: Claimed }> {
  const { client, settings, now, key } = context;
  const owner = await lockOwner(sql, client.id);
  const earlier = key === undefined ? undefined : await accountOfKey(sql, client.id, key);
  const known = earlier === undefined ? undefined : await accountOf(sql, earlier);
  // A call with this key got so far before its process died: the job finishes what it left.
  if (known) return { account: known, owner };
  const { company } = client.profile;
  const version = termsVersion(settings, company);
  const isTermsAgreed = hasAgreed(owner, version);
  const verdict = checkOrder(form, { group, client: client.profile, isTermsAgreed, settings });
  if (!verdict.ok) return context.refuse(verdict.code, verdict);
  const { type, currency, leverage, swapFree, demoBalance } = verdict.value;
  const isDemo = group === 'demo';
  if (type.opening === 'stock') await requireStocks(type, context, sql);
  if (swapFree && !isDemo && !(await hasSwapFreeRight(sql, client.id)))
    return context.refuse('swap_free_withdrawn', { field: 'swap_free' });
  const count = await countAccounts(sql, { clientId: client.id, isDemo, typeName: type.name });
  const more = mayOpenMore(count, { type, group, settings });
  if (!more.ok) return context.refuse(more.code, more);
  const number = await takeLogin(sql, loginRange({ platform: type.platform, company, isDemo }));
  if (number === undefined)
    throw new Error(`the logins for ${group} accounts of company ${company} on ${type.platform} are used up`);
  const groupName = platformGroup({ client: client.profile, type, currency, isSwapFree: swapFree, isDemo });
  await insertAccount(sql, {
    number,
    clientId: client.id,
    companyId: company,
    isDemo,
    type,
    currency,
    leverage,
    swapFree,
    groupName,
    name,
    demoBalance,
    openedAt: now,
  });
  if (key !== undefined) await keepKey(sql, { client: client.id, key, number });
  const { address } = context.origin;
  if (type.opening === 'stock') await agreeWithExchange(sql, { number, client: client.id, at: now });
  if (!isTermsAgreed) await agreeTerms(sql, { clientId: client.id, company, version, address, at: now });
  await tellIntended(context, sql, { number, detail: { type: type.name, group, currency, leverage, swapFree } });
  const account = await accountOf(sql, number);
  if (!account) throw new Error(`account ${number} is not there after it was written`);
  const claimed = await claim(context, openingFor(account), sql);
  if (!claimed) throw new Error(`account ${number} was just written, and its opening was there before`);
  return { account, owner, claimed };
}

interface Intended {
  readonly number: number;
  readonly detail: Readonly<Record<string, string | number | boolean>>;
}

/** The audit of the order, and the job that finishes what a dying process leaves. */
async function tellIntended({ client, now, tellIn }: Hands['context'], sql: Sql, { number, detail }: Intended): Promise<void> {
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action: 'opening.open_account',
    subject: `account:${number}`,
    clientId: client.id,
    detail,
    at: now,
  });
  await tellIn(sql, { topic: openingTopic, key: `opening:${number}`, payload: { number }, dueAt: after(now, jobDelayMs) });
}

/** Longer than the call may take: until then the work is the call's. */
const jobDelayMs = 60 * secondMs;

/** `passwords` undefined: they may not be the ones that the platform has. */
async function answerFor(opened: TradingAccount, passwords: Passwords | undefined, { app, context }: Hands) {
  const account = (await accountOf(context.sql, opened.number)) ?? opened;
  const shown = shownAccount(account, { now: app.clock.now(), settings: context.settings });
  return {
    account: shown,
    number: shown.number,
    server: shown.server,
    credentials: passwords ? { password: passwords.main, investor_password: passwords.investor } : null,
  };
}
