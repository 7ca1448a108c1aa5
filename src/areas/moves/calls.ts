import { randomInt } from 'node:crypto';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { MonotonicMs } from '../../base/time.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { migrationLists } from '../../law/migration.ts';
import { moveRoutes, movesTo, routeBetween, type MoveRoute } from '../../law/moves.ts';
import { companyProfileOf, regionProfileOf } from '../../law/regions/index.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { termsVersion } from '../session/face.ts';
import { listsTold } from '../enrolment/face.ts';
import { acting, requireAgreed, requireMayAct, withdrawMove } from './agreeing.ts';
import { askMove, offeredThere, reachable, stillWished } from './asking.ts';
import { beginTransfer, readyMove } from './beginning.ts';
import type { movesContract } from './contract.ts';
import { deskCalls } from './deskCalls.ts';
import { driveMove } from './driving.ts';
import { sendPin } from './pins.ts';
import { blockersOf, infoOf, shownStand, standOf, type Platforms } from './seen.ts';
import { agreedVersion, branchOf } from './clientRows.ts';
import { isThere, isWanted } from './rules.ts';

export interface Needs {
  readonly platforms: Platforms;
  readonly monotonicMs?: MonotonicMs;
  readonly sessions: { end(sql: Sql, sid: string): Promise<void> };
  readonly words: { in(language: LanguageKey): Say };
}

type Calls = Handlers<typeof movesContract>;
type Specs = (typeof movesContract)['calls'];

const routeAsked = { is_b2b_uk_transfer_available: 'uk', is_b2b_transfer_available: 'ftg' } as const;

/** `pick` answers a whole number from zero up to, and without, its argument; passwords are made of it. */
export const calls = (app: Needs, pick: (below: number) => number = (below) => randomInt(below)) =>
  ({
    async available({ action }, { sql, client, refuse }) {
      const { route } = await standOf(sql, client);
      if (route !== routeAsked[action]) return { direct: { b2b_transfer_available: false } };
      const blockers = (await blockersOf(sql, client, app.platforms)) ?? refuse('platform_unavailable');
      return { direct: { b2b_transfer_available: blockers.length === 0 } };
    },

    async act({ action, is_terms_agreed: isAgreed, terms_version: read, client: form, ...fields }, ctx) {
      const { company } = ctx.client.profile;
      requireMayAct(ctx, action);
      if (action === 'migrate') {
        await askMove({ ...fields, ...form }, ctx);
        // Document 2 §8: success logs out to the sign-in.
        await app.sessions.end(ctx.sql, ctx.client.sid);
        return { direct: { status: 'asked', redirect: null, company_id: company, sid: ctx.client.sid } };
      }
      requireAgreed(ctx, { action, isAgreed: isAgreed === true || isAgreed === 'true', read });
      const redirect = await acting[action](ctx);
      const { status } = shownStand(ctx.client, await standOf(ctx.sql, ctx.client));
      return { direct: { status, redirect, company_id: company, sid: ctx.client.sid } };
    },

    async migration(_input, { client, settings, language, now }) {
      const lists = listsTold({ client, settings, language, now }, app.words.in(language));
      return {
        today: now.toISOString().slice(0, 10),
        countries: reachable(client),
        accounts: moveRoutes.flatMap((route) =>
          routeBetween(client.profile.company, movesTo[route].company) ? offeredThere(client, route) : [],
        ),
        lists: Object.fromEntries(Object.entries(migrationLists).map(([field, list]) => [field, lists[list] ?? []])),
      };
    },

    async isAvailable(_input, { sql, client, settings }) {
      const stand = await standOf(sql, client);
      const { route } = stand;
      const own = companyProfileOf(client.profile.company).branch;
      return {
        direct: {
          available: route !== undefined,
          route: route ?? null,
          terms: route === undefined ? null : termsOf(movesTo[route].company, { client, settings }),
          own_terms: (await owesOwnTerms(sql, { client, settings }))
            ? termsOf(client.profile.company, { client, settings })
            : null,
          is_branch_uk: own === 1 && (await branchOf(sql, client.id)) !== own,
          wished: await stillWished(sql, stand.last),
          stays_with: isWanted(stand.last) ? client.profile.company : null,
          move: shownStand(client, stand),
        },
      };
    },

    withdraw: async (_input, ctx) => ({ direct: { status: await withdrawMove(ctx) } }),
    info: async (_input, ctx) => ({ direct: await infoOf(ctx, app.platforms, 'ftg') }),
    infoUk: async (_input, ctx) => ({ direct: await infoOf(ctx, app.platforms, 'uk') }),
    sendpin: async (_input, ctx) => send(ctx, 'ftg'),
    sendpinUk: async (_input, ctx) => send(ctx, 'uk'),
    process: async ({ pin }, ctx) => transfer({ pin, route: 'ftg' }, { app, pick, ctx }),
    processUk: async ({ pin }, ctx) => transfer({ pin, route: 'uk' }, { app, pick, ctx }),
    ...deskCalls(),
  }) satisfies Calls;

type TermsContext = Pick<ContextOf<Specs['isAvailable']>, 'client' | 'settings'>;

/** Whether a client of the global company has newer terms of it to agree to. */
async function owesOwnTerms(sql: Sql, { client, settings }: TermsContext): Promise<boolean> {
  const { company } = client.profile;
  return isThere('ftg', company) && (await agreedVersion(sql, client.id)) < termsVersion(settings, company);
}

/** The documents that a company's terms consist of. */
function termsOf(company: CompanyId, { client, settings }: TermsContext) {
  const links = settings.terms[company];
  const documents = regionProfileOf({ ...client.profile, company }).terms.map((key) => ({ key, url: links[key] ?? null }));
  return { version: termsVersion(settings, company), documents };
}

async function send(ctx: ContextOf<Specs['sendpin']>, route: MoveRoute) {
  await readyMove(ctx, route);
  return sendPin(ctx, route);
}

interface Hands {
  readonly app: Needs;
  readonly pick: (below: number) => number;
  readonly ctx: ContextOf<Specs['process']>;
}

/** Begins it and goes on as far as the platforms answer; the rest is the job's. */
async function transfer({ pin, route }: { readonly pin: string; readonly route: MoveRoute }, { app, pick, ctx }: Hands) {
  const { platforms, monotonicMs } = app;
  const id = await beginTransfer(ctx, route, { pin, platforms });
  const { sql, transact, now, settings } = ctx;
  return { direct: { status: await driveMove({ sql, transact, now, settings, platforms, pick, monotonicMs }, id) } };
}
