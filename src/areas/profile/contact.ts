import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';
import type { RefusalDetail } from '../../base/refusal.ts';
import type { Sql } from '../../base/sql.ts';
import type { ContactKind } from '../../law/contacts.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Handlers } from '../../protocol/call.ts';
import { changeContact, noteProven, ownContacts } from '../contacts/face.ts';
import { noteIdentity } from '../duplicates/face.ts';
import type { FactorNeeds } from '../factors/face.ts';
import { notify } from '../notices/face.ts';
import { openProof } from '../security/face.ts';
import { askPin, checkPin, isKnownEmail, requirePassed, type PinOrder } from '../session/face.ts';
import type { profileContract } from './contract.ts';
import { profileNotices } from './notices.ts';
import { isAddress } from './rules.ts';

type Calls = Handlers<typeof profileContract>;
type SendContext = Parameters<Calls['sendContactPin']>[1];
type SaveContext = Parameters<Calls['saveContact']>[1];
type RemoveContext = Parameters<Calls['removeSecondary']>[1];

/**
 * Addresses and the number of a client. Another one is taken in two steps: the password (and the second factor) before a PIN goes
 * there, and the PIN. So neither who holds the session alone nor who holds the new mailbox alone changes anything.
 */
export const contactCalls = (app: FactorNeeds) => {
  const prove = openProof(app);
  return {
    async sendContactPin({ what, value: typed, method, password, ...factor }, ctx) {
      const { value: present } = (await ownContacts(ctx.sql, ctx.client.id))[what];
      const to = readValue(ctx, what, typed) ?? present ?? ctx.refuse('field_required', { field: 'value' });
      const isNew = typed !== undefined;
      if (isNew && to === present) ctx.refuse('contact_same', { field: 'value' });
      if (isNew) {
        const given = { password: password ?? ctx.refuse('field_required', { field: 'password' }), ...factor };
        await prove(ctx, given, async () => undefined);
      }
      return send(ctx, { what, to, isNew, isCalled: method === 'voice' });
    },

    async saveContact({ what, value: typed, pin }, ctx) {
      const { value: present } = (await ownContacts(ctx.sql, ctx.client.id))[what];
      const to = readValue(ctx, what, typed) ?? present ?? ctx.refuse('field_required', { field: 'value' });
      const of = pinOf(ctx, what);
      const verdict = await checkPin(ctx, { ...of, binds: to, pin });
      if (verdict.outcome !== 'passed') return ctx.refuse(verdict.outcome === 'wrong' ? 'pin_wrong' : 'pin_expired', pinField);
      await ctx.transact(async (sql) => {
        await requirePassed(sql, { challenge: verdict.challenge, ...of, now: ctx.now });
        if (to === present) await noteProven(sql, { client: ctx.client.id, what, value: to, at: ctx.now });
        // Nobody reads the PIN of an address that is another client's: it was guessed.
        else if (!(await change(sql, ctx, { what, from: present, to }))) ctx.refuse('pin_wrong', pinField);
      });
      return {};
    },

    async removeSecondary(given, ctx) {
      const { value: from } = (await ownContacts(ctx.sql, ctx.client.id)).secondary_email;
      await prove(ctx, given, async (sql) => {
        if (from !== null) await change(sql, ctx, { what: 'secondary_email', from, to: null });
      });
      return {};
    },
  } satisfies Partial<Calls>;
};

const pinField = { field: 'pin', rule: 'pin_check' } as const;

const pinOf = (ctx: Pick<SendContext, 'client'>, what: ContactKind): Pick<PinOrder, 'subject' | 'action'> => ({
  subject: `client:${ctx.client.id}`,
  action: `contact_${what}`,
});

interface Reading {
  readonly client: SendContext['client'];
  readonly refuse: (code: 'email_wrong' | 'phone_wrong', detail?: RefusalDetail) => never;
}

/** As it is kept: an address in small letters, a number as E.164. */
function readValue({ client, refuse }: Reading, what: ContactKind, typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  if (what !== 'mobile') {
    const address = typed.toLowerCase();
    return isAddress(address) ? address : refuse('email_wrong', { field: 'value' });
  }
  const read = parsePhoneNumberFromString(typed, client.profile.country as CountryCode);
  return read?.isPossible() ? read.number : refuse('phone_wrong', { field: 'value' });
}

interface Sending {
  readonly what: ContactKind;
  readonly to: string;
  readonly isNew: boolean;
  readonly isCalled: boolean;
}

/** To an address that is another client's goes a letter without a PIN: the answer is the same, and its reader learns of the try. */
async function send(ctx: SendContext, { what, to, isNew, isCalled }: Sending): ReturnType<Calls['sendContactPin']> {
  const channel = what === 'mobile' ? (isCalled ? 'voice' : 'sms') : 'email';
  const isTaken = what === 'email' && isNew && (await isKnownEmail(ctx.sql, to));
  const asked = await askPin(ctx, {
    ...pinOf(ctx, what),
    binds: to,
    channel,
    to,
    language: ctx.language,
    company: ctx.client.profile.company,
    clientId: ctx.client.id,
    ...(isTaken ? { letter: { type: 'contact_taken', path: 'login' } } : {}),
  });
  if (asked.outcome === 'too_soon') return ctx.refuse('code_just_sent', { values: { seconds: asked.seconds } });
  if (asked.outcome === 'too_many') return ctx.refuse('too_many_codes');
  return { channel, resend_seconds: asked.resendSeconds };
}

interface Changing {
  readonly what: ContactKind;
  readonly from: string | null;
  readonly to: string | null;
}

type ChangeContext = Pick<SaveContext | RemoveContext, 'client' | 'now' | 'origin' | 'settings' | 'tellIn' | 'language'>;

/** False where it is another client's by now. */
async function change(sql: Sql, ctx: ChangeContext, { what, from, to }: Changing): Promise<boolean> {
  const { client, now, origin, settings } = ctx;
  const changed = await changeContact(sql, { client: client.id, what, from, to, at: now });
  if (changed === undefined) return false;
  if (to !== null && what !== 'secondary_email')
    await noteIdentity(sql, {
      clientId: client.id,
      known: what === 'email' ? { email: to } : { phone: to },
      now,
      settings,
    });
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action: 'client.contact',
    subject: `client:${client.id}`,
    clientId: client.id,
    // The addresses stand in rows of their own, not in what is kept for ever.
    detail: { what, change: changed, by: client.sid, address: origin.address, agent: origin.agent.slice(0, 400) },
    at: now,
  });
  await notify(sql, {
    clientId: client.id,
    notice: profileNotices.contact_changed,
    values: { what },
    key: `contact:${changed}`,
    now,
  });
  if (from !== null) await tellBefore(sql, ctx, { what, from, to });
  return true;
}

/** Whoever reads at the address or the number before may be the one whose account it is. */
async function tellBefore(sql: Sql, ctx: ChangeContext, { what, from }: Changing): Promise<void> {
  await ctx.tellIn(sql, {
    topic: what === 'mobile' ? 'post.sms' : 'post.mail',
    clientId: ctx.client.id,
    payload: {
      type: 'contact_left',
      values: { what },
      channel: what === 'mobile' ? 'sms' : 'email',
      to: from,
      language: ctx.language,
      company: ctx.client.profile.company,
    },
  });
}
