import { staffId, type StaffId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { actorName, roleFacts } from '../../law/staff.ts';
import type { Settings } from '../../settings/index.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Handlers, StaffIdentity } from '../../protocol/call.ts';
import type { Change } from '../../protocol/staff.ts';
import { hashPassword, openKeyedLock } from '../session/face.ts';
import type { staffContract } from './contract.ts';
import { newRecoveryCodes, newTotp, recoveryHash, windowOf, totpUri } from '../factors/face.ts';
import {
  addMember,
  changeRole,
  changeStatus,
  linkHash,
  renewLink,
  shownMember,
  type Changed,
  type MemberNeeds,
} from './members.ts';
import { lookUp, shownMe, signIn, type SignInNeeds } from './signIn.ts';
import { finishEnrolment, keepLinkSecret, listMembers, lockLink, lockMembers, type OpenLink } from './store.ts';

export interface Needs extends SignInNeeds {
  readonly staffSessions: SignInNeeds['staffSessions'] & {
    endAll(sql: Sql, staffId: StaffId): Promise<void>;
    tokenOf(secret: string): string;
  };
  readonly publicUrl: string;
}

type Calls = Handlers<typeof staffContract>;

export const calls = (app: Needs) => ({ ...ownCalls(app), ...enrolment(app), ...management(app) }) satisfies Calls;

/** What everybody does at the desk's door. */
function ownCalls(app: Needs) {
  const turns = openKeyedLock();
  return {
    async login(input, ctx) {
      const found = await lookUp(ctx, input.id, app.clock);
      const turn = turns.take(found.at.place, () => signIn(app, { input, ctx, ...found }));
      return turn ?? ctx.refuse('too_many_attempts', { values: { seconds: 1 } });
    },

    async logout(_input, ctx) {
      await app.staffSessions.end(ctx.sql, ctx.staff.sid);
      await ctx.record({ subject: `staff_session:${ctx.staff.sid}` });
      ctx.cookie({ name: app.staffCookieName, value: null, isHttpOnly: true });
      return {};
    },

    async me(_input, ctx) {
      return {
        ...shownMe(ctx.staff),
        email: ctx.staff.email,
        approves: [...roleFacts[ctx.staff.role].approves],
        token: app.staffSessions.tokenOf(ctx.readCookie(app.staffCookieName) ?? ''),
        sid: ctx.staff.sid,
      };
    },
  } satisfies Partial<Calls>;
}

/** The first sign-in, by the one-time link. On the wall clock: a link that was sent is good for so many hours of somebody's day. */
function enrolment(app: Needs) {
  return {
    async openEnrolment({ link }, ctx) {
      const hash = linkHash(link);
      const issuer = ctx.settings.brand.name;
      return ctx.transact(async (sql) => {
        const open = await lockLink(sql, { hash, at: app.clock.wall() });
        if (!open) return ctx.refuse('link_not_valid', { field: 'link' });
        const { name, email, role } = open;
        if (!app.asksSecondFactor) return { name, email, role, totp: null };
        // Whoever loads the page again gets the secret that the app may know already.
        if (open.totp_secret !== null) {
          const secret = app.vault.open(open.totp_secret);
          return { name, email, role, totp: { secret, uri: totpUri({ issuer, email, secret }) } };
        }
        const totp = newTotp({ issuer, email });
        await keepLinkSecret(sql, { hash, totpSecret: app.vault.seal(totp.secret) });
        return { name, email, role, totp };
      });
    },

    async enrol(input, ctx) {
      const hash = linkHash(input.link);
      const open = await lockLink(ctx.sql, { hash, at: app.clock.wall() });
      if (!open) return ctx.refuse('link_not_valid', { field: 'link' });
      const totp = app.asksSecondFactor ? confirmed(app, open, input.code) : undefined;
      if (app.asksSecondFactor && !totp) return ctx.refuse('wrong_code', { field: 'code' });
      const codes = totp ? newRecoveryCodes() : [];
      await finishEnrolment(ctx.sql, {
        linkHash: hash,
        id: open.id,
        passwordHash: await hashPassword(input.password),
        totp,
        codeHashes: codes.map(recoveryHash),
        at: app.clock.wall(),
      });
      await app.staffSessions.endAll(ctx.sql, open.id);
      await recordAudit(ctx.sql, {
        actor: { kind: 'staff', id: actorName(open.email) },
        action: 'staff.enrol',
        subject: `staff:${open.id}`,
        detail: { address: ctx.origin.address, second_factor: totp !== undefined },
        at: ctx.now,
      });
      return { email: open.email, recovery_codes: codes };
    },
  } satisfies Partial<Calls>;
}

/** The app's secret, once a code of it was given. */
function confirmed(app: Needs, open: OpenLink, code: string | undefined) {
  if (open.totp_secret === null || code === undefined) return undefined;
  const secret = app.vault.open(open.totp_secret);
  const step = windowOf(code, { secret, afterStep: null, wall: app.clock.wall() });
  return step === undefined ? undefined : { secret: open.totp_secret, step };
}

const listed = 100;

/** Who works here, and what they may do. */
function management(app: Needs) {
  const needsOf = (settings: Settings): MemberNeeds => ({
    endSessions: (sql, id) => app.staffSessions.endAll(sql, id),
    publicUrl: app.publicUrl,
    linkSeconds: settings.desk.linkSeconds,
    at: app.clock.wall(),
  });
  return {
    async list({ after }, ctx) {
      const found = await listMembers(ctx.sql, { after: Number(after ?? 0), limit: listed + 1 });
      const page = found.slice(0, listed);
      return { staff: page.map(shownMember), next: found.length > listed ? String(page.at(-1)?.id ?? '') : null };
    },

    async add({ email, name, role }, ctx) {
      const added = await addMember(ctx.sql, { email, name, role }, needsOf(ctx.settings));
      if (!added) return ctx.refuse('staff_exists', { field: 'email' });
      await write(ctx, added);
      return { member: added.after, link: added.link };
    },

    async changeRole({ staff_id, role }, ctx) {
      const id = await requireOther(staff_id, ctx);
      const changed = await changeRole(ctx.sql, { id, role }, needsOf(ctx.settings));
      if (!changed) return ctx.refuse('staff_not_found', { field: 'staff_id' });
      await write(ctx, changed);
      return { member: changed.after };
    },

    async changeStatus({ staff_id, status }, ctx) {
      const id = await requireOther(staff_id, ctx);
      const of = { id, isDisabled: status === 'disabled' };
      const changed = await changeStatus(ctx.sql, of, needsOf(ctx.settings));
      if (!changed) return ctx.refuse('staff_not_found', { field: 'staff_id' });
      await write(ctx, changed);
      return { member: changed.after };
    },

    async renewLink({ staff_id }, ctx) {
      const id = await requireOther(staff_id, ctx);
      const changed = await renewLink(ctx.sql, id, needsOf(ctx.settings));
      if (!changed) return ctx.refuse('staff_not_found', { field: 'staff_id' });
      if (changed.before?.status === 'disabled') return ctx.refuse('staff_disabled', { field: 'staff_id' });
      await write(ctx, changed);
      return { member: changed.after, link: changed.link };
    },
  } satisfies Partial<Calls>;
}

/**
 * Nobody changes themselves, and nobody whom somebody else has changed meanwhile changes anybody: of two administrators who disable
 * each other at once, one stays.
 */
async function requireOther(asked: string | number, ctx: Changing): Promise<StaffId> {
  const id = staffId(Number(asked));
  if (id === ctx.staff.id) return ctx.refuse('own_record', { field: 'staff_id' });
  const own = (await lockMembers(ctx.sql, [ctx.staff.id, id])).find((row) => row.id === ctx.staff.id);
  return own?.is_disabled === false && own.role === ctx.staff.role ? id : ctx.refuse('staff_changed');
}

interface Changing {
  readonly sql: Sql;
  readonly staff: StaffIdentity;
  readonly refuse: (code: 'own_record' | 'staff_changed', more?: { readonly field: string }) => never;
}

interface Recording {
  readonly staff: StaffIdentity;
  readonly record: (act: Change) => Promise<void>;
}

function write(ctx: Recording, { before, after }: Changed): Promise<void> {
  return ctx.record({ subject: `staff:${after.staff_id}`, before: kept(before), after: kept(after) });
}

/** What of a member a change is about. */
function kept(member: Changed['before']) {
  return member && { email: member.email, name: member.name, role: member.role, status: member.status };
}
