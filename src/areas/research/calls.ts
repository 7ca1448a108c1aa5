import type { ClientId } from '../../base/id.ts';
import { amountSaid, type Say, type Wording } from '../../base/wording.ts';
import { formatMinor, money, parseMinor, shownRate, worthIn } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { languages, type LanguageKey } from '../../law/languages.ts';
import type { Research } from '../../ports/research/port.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { Settings } from '../../settings/index.ts';
import { accountsOf } from '../accounts/face.ts';
import { originalRate, readTable } from '../rates/face.ts';
import { services, type researchContract, type Service } from './contract.ts';
import { whyShut, type Asks } from './rules.ts';
import { noteAnswer, noteSilence, subjectOf } from './store.ts';

export interface Needs {
  readonly research?: Research | undefined;
  readonly words: { in(language: LanguageKey): Say };
  readonly log: { warn(facts: object, words: string): void };
}

const currency = 'USD';

export function calls(app: Needs) {
  return {
    async clientTc(_input, { sql, client, settings, language, now, refuse }) {
      if (!app.research) return refuse('research_not_offered');
      const equity = await equityOf(sql, client.id, now);
      return {
        services: services.map((service) => {
          const asks = asksOf(settings, service);
          const code = whyShut(asks, { profile: client.profile, equity });
          return {
            service,
            is_open: code === undefined,
            code: code ?? null,
            message: code === undefined ? null : app.words.in(language)(`error.${code}`, amountsOf(asks, equity)),
            approved_only: asks.approvedOnly,
            least_equity: formatMinor(asks.leastEquity, currency),
          };
        }),
        equity: formatMinor(equity, currency),
        currency,
      };
    },

    async launch({ service }, { sql, client, settings, language, now, refuse }) {
      if (!app.research) return refuse('research_not_offered');
      const asks = asksOf(settings, service);
      const equity = await equityOf(sql, client.id, now);
      const code = whyShut(asks, { profile: client.profile, equity });
      if (code === 'research_equity_short') return refuse(code, { values: amountsOf(asks, equity) });
      // What the gate shuts it has shut before.
      if (code !== undefined) return refuse('research_approved_only');
      const answer = await app.research.launch({
        service,
        subject: await subjectOf(sql, client.id),
        language: languages[language].tag.slice(0, 2),
      });
      if (answer.outcome === 'unknown') {
        app.log.warn({ service, reason: answer.reason }, 'a page of research could not be opened');
        const since = await noteSilence(sql, service, now);
        return refuse('research_unavailable', { data: { since: since.toISOString() } });
      }
      await noteAnswer(sql, service, now);
      return { url: answer.url, expires_at: answer.expiresAt.toISOString() };
    },
  } satisfies Handlers<typeof researchContract>;
}

function asksOf(settings: Settings, service: Service): Asks {
  const { approvedOnly, leastEquity } = settings.research[service];
  return { approvedOnly, leastEquity: parseMinor(leastEquity, currency) ?? 0n };
}

function amountsOf({ leastEquity }: Asks, equity: bigint): Wording {
  return { least: amountSaid(money(leastEquity, currency)), equity: amountSaid(money(equity, currency)) };
}

/** In cents; what no rate is known of counts as nothing. */
async function equityOf(sql: Sql, client: ClientId, now: Date): Promise<bigint> {
  const live = (await accountsOf(sql, client)).filter(({ isDemo, status }) => !isDemo && status === 'active');
  const isAbroad = live.some((account) => account.currency !== currency);
  const table = isAbroad ? await readTable(sql, now) : undefined;
  return live.reduce((sum, account) => {
    const equity = account.snapshot?.equity ?? 0n;
    if (account.currency === currency) return sum + equity;
    const original = table && originalRate(table, account.currency, currency);
    const rate = original && shownRate(original);
    return rate === undefined ? sum : sum + worthIn(money(equity, account.currency), currency, rate).minor;
  }, 0n);
}
