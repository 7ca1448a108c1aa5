import type { Say } from '../../base/wording.ts';
import { clientId, rowNumber, accountNumber, remittanceId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Handlers } from '../../protocol/call.ts';
import { writeTable } from '../../tables/write.ts';
import { accountOf, accountsOf, shownAccount } from '../accounts/face.ts';
import { owedBy } from '../debts/face.ts';
import { attemptsTold } from '../appropriateness/face.ts';
import { answersTold, confirmationsTold } from '../enrolment/face.ts';
import { detailedTransfer, shownTransfer, transferPage } from '../transfers/face.ts';
import { toldNotices } from '../notices/face.ts';
import type { NoticeTypes } from '../../protocol/notice.ts';
import { fundingAccountNamesOf, walletBalances, walletOf } from '../fundingAccounts/face.ts';
import { remittanceNamed, remittanceOf } from '../payments/face.ts';
import { clientById, findClients, requirePassword, sessionsOf, type ClientQuestion, type FoundClient } from '../session/face.ts';
import { clientFile } from './file.ts';
import { deskPage, searchPages, type clientsContract } from './contract.ts';
import { readSearch } from './rules.ts';
import { shownDestination, shownLine, shownOwed, shownProfile, shownTold, shownWallet } from './shown.ts';
import { destinationsOf } from './store.ts';

export interface Needs {
  readonly noticeTypes: NoticeTypes;
  readonly words: { in(language: LanguageKey): Say };
}

type Calls = Handlers<typeof clientsContract>;

export const calls = (app: Needs) =>
  ({ ...finding(), ...money(app), ...told(app), ...judging(app), ...restricting() }) satisfies Calls;

function finding() {
  return {
    async find({ search, page }, ctx) {
      const found = await findClients(ctx.sql, await questionOf(ctx.sql, search), {
        offset: (page - 1) * deskPage,
        limit: deskPage + 1,
      });
      const clients = found.slice(0, deskPage);
      // Whom somebody has found is read too: each of them stands in the event.
      await ctx.record({ subject: 'clients', detail: { search: search ?? '', page, found: clients.map(({ id }) => id) } });
      return { clients: clients.map(shownLine), next: found.length > deskPage && page < searchPages ? page + 1 : null };
    },

    async client({ client_id }, ctx) {
      const client = await requireClient(ctx, client_id);
      const accounts = await accountsOf(ctx.sql, client.id);
      const wallets = await walletBalances(ctx.sql, client.id);
      await ctx.record(readingOf(client));
      return {
        client: shownProfile(client),
        accounts: accounts.map((account) => shownAccount(account, ctx)),
        wallets: wallets.map(shownWallet),
      };
    },
  } satisfies Partial<Calls>;
}

function money(app: Needs) {
  return {
    async money({ client_id }, ctx) {
      const client = await requireClient(ctx, client_id);
      const owed = await owedBy(ctx.sql, client.id);
      const destinations = await destinationsOf(ctx.sql, client.id);
      await ctx.record(readingOf(client));
      const reader = { now: ctx.now, role: ctx.staff.role };
      return { owed: owed.map(shownOwed), destinations: destinations.map((each) => shownDestination(each, reader)) };
    },

    async transfers({ client_id, after }, ctx) {
      const client = await requireClient(ctx, client_id);
      const page = await transferPage(ctx.sql, { clientId: client.id, after, limit: deskPage });
      if (!page) return ctx.refuse('bad_cursor', { field: 'after' });
      const reader = { say: app.words.in(ctx.language), fundingAccountNames: await fundingAccountNamesOf(ctx.sql, client.id) };
      await ctx.record(readingOf(client));
      return { transfers: page.transfers.map((each) => shownTransfer(each, reader)), next: page.next };
    },

    async transfer({ client_id, transfer_id }, ctx) {
      const client = await requireClient(ctx, client_id);
      const transfer = await remittanceOf(ctx.sql, remittanceId(Number(transfer_id)));
      if (transfer?.clientId !== client.id || !transfer.savedAt) return ctx.refuse('unknown_transfer', { field: 'transfer_id' });
      const fundingAccountNames = await fundingAccountNamesOf(ctx.sql, client.id);
      await ctx.record({ ...readingOf(client), subject: `remittance:${transfer.id}` });
      const { now, settings } = ctx;
      const reader = { say: app.words.in(ctx.language), fundingAccountNames, now, settings, region: client.profile };
      // The way back to the payment page is the client's alone.
      return { transfer: { ...(await detailedTransfer(ctx.sql, transfer, reader)), redirect: null } };
    },
  } satisfies Partial<Calls>;
}

function told(app: Needs) {
  return {
    async notices({ client_id, after }, ctx) {
      const client = await requireClient(ctx, client_id);
      const { language, settings } = ctx;
      const reader = {
        clientId: client.id,
        language,
        say: app.words.in(language),
        brand: settings.brand,
        types: app.noticeTypes,
      };
      await ctx.record(readingOf(client));
      return toldNotices(ctx.sql, reader, { after: after === undefined ? undefined : BigInt(after), limit: deskPage });
    },

    async sessions({ client_id, after }, ctx) {
      const client = await requireClient(ctx, client_id);
      const before = after === undefined ? undefined : BigInt(after);
      const rows = await sessionsOf(ctx.sql, { clientId: client.id, before, limit: deskPage + 1 });
      const page = rows.slice(0, deskPage);
      await ctx.record(readingOf(client));
      return {
        sessions: page.map(({ sid, address, agent, created_at, seen_at, ended_at }) => ({
          sid,
          address,
          agent,
          created_at: created_at.toISOString(),
          seen_at: seen_at.toISOString(),
          ended_at: ended_at?.toISOString() ?? null,
        })),
        next: rows.length > deskPage ? String(page.at(-1)?.id ?? '') : null,
      };
    },
  } satisfies Partial<Calls>;
}

/** What is read by whoever judges a client. The desk is in English. */
function judging(app: Needs) {
  return {
    async told({ client_id }, ctx) {
      const client = await requireClient(ctx, client_id);
      const asked = { client: client.id, country: client.profile.country, say: app.words.in('en'), language: 'en' } as const;
      const answers = await answersTold(ctx.sql, asked);
      const tests = await attemptsTold(ctx.sql, asked);
      const confirmations = await confirmationsTold(ctx.sql, asked);
      await ctx.record(readingOf(client));
      return shownTold({ answers, tests, confirmations });
    },

    async file({ client_id, format }, ctx) {
      const client = await requireClient(ctx, client_id);
      await ctx.record({ ...readingOf(client), detail: { format } });
      return writeTable(clientFile(ctx.sql, { client, role: ctx.staff.role, now: ctx.now }, app.words.in('en')), format);
    },
  } satisfies Partial<Calls>;
}

function restricting() {
  return {
    async requirePassword({ client_id }, ctx) {
      const client = await requireClient(ctx, client_id);
      if (!(await requirePassword(ctx.sql, client.id))) return ctx.refuse('password_already_required', { field: 'client_id' });
      // Whoever sits there now is asked at once.
      await ctx.tell({ topic: 'live', clientId: client.id, payload: { topics: ['client_info'] } });
      await ctx.record({ ...readingOf(client), before: { must_set_password: false }, after: { must_set_password: true } });
      return { client: shownProfile({ ...client, mustSetPassword: true }) };
    },
  } satisfies Partial<Calls>;
}

interface Asking {
  readonly sql: Sql;
  readonly refuse: (code: 'client_not_found', detail: { readonly field: string }) => never;
}

async function requireClient(ctx: Asking, told: string): Promise<FoundClient> {
  const id = rowNumber(told);
  const client = id === undefined ? undefined : await clientById(ctx.sql, id);
  return client ?? ctx.refuse('client_not_found', { field: 'client_id' });
}

function readingOf({ id }: FoundClient) {
  return { subject: `client:${id}`, clientId: id };
}

/** Whose a number or a reference is, is asked of the areas that gave it out. */
async function questionOf(sql: Sql, typed: string | undefined): Promise<ClientQuestion> {
  const search = readSearch(typed);
  switch (search.kind) {
    case 'newest':
      return { by: 'newest' };
    case 'email':
      return { by: 'email', start: search.start };
    case 'name':
      return { by: 'name', words: search.words };
    case 'reference':
      return { by: 'ids', ids: idsOf([await remittanceNamed(sql, search.reference)]) };
    case 'number': {
      const { number } = search;
      const owners = [
        await accountOf(sql, number),
        await walletOf(sql, accountNumber(number)),
        await remittanceOf(sql, remittanceId(number)),
      ];
      return { by: 'ids', ids: [number, ...idsOf(owners)] };
    }
  }
}

function idsOf(owners: readonly ({ readonly clientId: number } | undefined)[]): number[] {
  return owners.flatMap((owner) => (owner ? [clientId(owner.clientId)] : []));
}
