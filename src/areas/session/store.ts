import { clientId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { ClientProfile } from '../../law/gates.ts';
import type { DueName } from '../../law/dues.ts';
import { clientProfileColumns, readClientProfile, type ClientProfileRow } from '../../law/clientProfile.ts';
import type { Identity } from './rules.ts';

/** What sign-in must know of a client. */
export interface SignInRow {
  readonly id: ClientId;
  readonly passwordHash: string;
  readonly profile: ClientProfile;
}

const columns = `${clientProfileColumns()}, password_hash`;

const byIdentity = {
  email: `select ${columns} from client where email = $1`,
  number: `select ${columns} from client where id = $1`,
  // The same work as for the others: nobody has this e-mail, for it has no @.
  nobody: `select ${columns} from client where email = $1`,
} as const satisfies Record<Identity['kind'], string>;

export async function findForSignIn(sql: Sql, identity: Identity): Promise<SignInRow | undefined> {
  const value = identity.kind === 'email' ? identity.email : identity.kind === 'number' ? identity.id : identity.typed;
  const row = await sql.maybe<ClientProfileRow & { password_hash: string }>(byIdentity[identity.kind], [value]);
  return row && { id: clientId(row.id), passwordHash: row.password_hash, profile: readClientProfile(row) };
}

/** The language that a client signs in with is the one that letters are written in. */
export async function keepLanguage(sql: Sql, client: { id: ClientId; language: string }): Promise<void> {
  await sql.run('update client set language = $2 where id = $1 and language <> $2', [client.id, client.language]);
}

/** What client_info says of a client, beside the profile. */
export interface ClientFacts {
  email: string;
  mobile_phone: string | null;
  branch_id: number;
  title: string;
  first_name: string;
  last_name: string;
  language: string;
  is_password_change_required: boolean;
  is_terms_agreed: boolean;
  terms_version: number;
  /** The newest version of the notice on personal data that the client has agreed to. */
  personal_data_version: number;
  /** When the client said last what they think of the portal; null: never. */
  feedback_at: Date | null;
  /** Put off since the client signed in last. */
  is_feedback_put_off: boolean;
  picture: string | null;
  /** Where the client said last to pay taxes (ISO 3166 alpha-2); null where they never did. */
  tax_residency: string | null;
  at_passed: boolean;
  at_failed_first_attempt: boolean;
  asm: string | null;
  registered_at: Date;
  /** Accounts in use, with those that are still being opened. */
  live_accounts: number;
  demo_accounts: number;
  /** The second step was put off since the client signed in last. */
  is_enrolment_put_off: boolean;
  /** What is still to be told and asked by now, but for what was put off since then. */
  due: readonly DueName[];
}

export function clientFacts(sql: Sql, id: ClientId, now: Date): Promise<ClientFacts> {
  return sql.one(
    `select email, mobile_phone, branch_id, title, first_name, last_name, language, is_password_change_required,
            is_terms_agreed, terms_version, personal_data_version, at_passed, at_failed_first_attempt, asm, registered_at,
            live_accounts, demo_accounts, (select file_id::text from client_picture where client_id = $1) as picture,
            coalesce(
              (select nullif(answers->>'tax_residency', '') from enrolment_update
                where client_id = $1 and answers ? 'tax_residency' order by id desc limit 1),
              (select nullif(answers->>'tax_residency', '') from enrolment
                where client_id = $1 order by id desc limit 1)) as tax_residency,
            (select max(at) from feedback where client_id = $1) as feedback_at,
            coalesce(feedback_put_off_at >= signed_in.at, false) as is_feedback_put_off,
            exists (select from enrolment_draft where client_id = $1 and put_off_at >= signed_in.at) as is_enrolment_put_off,
            array(select what from client_due where client_id = $1 and due_at <= $2
              and (put_off_at is null or signed_in.at is null or put_off_at < signed_in.at)) as due
       from client, lateral (
         select max(created_at) as at from session where client_id = $1 and ended_at is null) signed_in, lateral (
         select (count(*) filter (where not is_demo))::integer as live_accounts, (count(*) filter (where is_demo))::integer as demo_accounts
           from trading_account where client_id = $1 and status in ('opening', 'active')) counted
      where id = $1`,
    [id, now],
  );
}

/** One question at a time for a subject, until the caller's transaction ends. */
export async function lockSubject(sql: Sql, subject: string): Promise<void> {
  await sql.run(`select pg_advisory_xact_lock(hashtextextended('challenge:' || $1, 0))`, [subject]);
}

/**
 * How many PINs a subject was sent for this action since then, how many of them were answered wrongly, and when the last one was sent.
 */
export function askedSince(
  sql: Sql,
  of: { subject: string; action: string; since: Date },
): Promise<{ count: number; wrong: number; last_at: Date | null }> {
  return sql.one(
    `select count(*)::integer as count, max(created_at) as last_at,
       count(*) filter (where attempts > 0 and passed_at is null)::integer as wrong
     from challenge where subject = $1 and action = $2 and created_at > $3 and channel <> 'captcha'`,
    [of.subject, of.action, of.since],
  );
}

export interface NewPin {
  readonly subject: string;
  readonly action: string;
  readonly channel: 'email' | 'sms' | 'voice';
  readonly hash: Buffer;
  readonly salt: Buffer;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Keeps a PIN and ends those before it. */
export async function keepPin(sql: Sql, pin: NewPin): Promise<number> {
  await sql.run('update challenge set ended_at = $3 where subject = $1 and action = $2 and ended_at is null', [
    pin.subject,
    pin.action,
    pin.now,
  ]);
  const { id } = await sql.one<{ id: number }>(
    `insert into challenge (subject, action, channel, code_hash, salt, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [pin.subject, pin.action, pin.channel, pin.hash, pin.salt, pin.now, pin.expiresAt],
  );
  return id;
}

export interface OpenPin {
  id: number;
  code_hash: Buffer;
  salt: Buffer;
  expires_at: Date;
}

/** The PIN that a subject was asked for an action and that has not ended, locked. */
export function openPin(sql: Sql, of: { subject: string; action: string }): Promise<OpenPin | undefined> {
  return sql.maybe(
    `select id, code_hash, salt, expires_at from challenge
      where subject = $1 and action = $2 and ended_at is null and channel <> 'captcha' order by id desc limit 1 for update`,
    [of.subject, of.action],
  );
}

export async function markPassed(sql: Sql, pin: { id: number; now: Date }): Promise<void> {
  await sql.run('update challenge set passed_at = coalesce(passed_at, $2), attempts = attempts + 1 where id = $1', [
    pin.id,
    pin.now,
  ]);
}

export async function endPin(sql: Sql, pin: { id: number; now: Date; isWrong: boolean }): Promise<void> {
  await sql.run('update challenge set ended_at = $2, attempts = attempts + $3 where id = $1', [
    pin.id,
    pin.now,
    pin.isWrong ? 1 : 0,
  ]);
}

/** Uses a passed PIN up; false when it is not there to be used. */
export async function usePin(sql: Sql, pin: { id: number; subject: string; action: string; now: Date }): Promise<boolean> {
  const used = await sql.run(
    `update challenge set ended_at = $4
      where id = $1 and subject = $2 and action = $3 and passed_at is not null and ended_at is null and expires_at > $4`,
    [pin.id, pin.subject, pin.action, pin.now],
  );
  return used === 1;
}

/** A challenge that was put, and what it is good for. */
interface ChallengeUse {
  readonly action: string;
  /** Who it is about; undefined while nobody has said. */
  readonly about: string | undefined;
  readonly now: Date;
}

export async function keepChallenge(
  sql: Sql,
  captcha: ChallengeUse & { readonly mark: string; readonly expiresAt: Date },
): Promise<void> {
  await sql.run(
    `insert into challenge (subject, action, about, channel, code_hash, salt, created_at, expires_at)
     values ($1, $2, $3, 'captcha', '', '', $4, $5)`,
    [captcha.mark, captcha.action, captcha.about ?? null, captcha.now, captcha.expiresAt],
  );
}

/**
 * Keeps the hash of the number that a solved challenge is used by; false when it is none of ours, for something else, or solved.
 * Tried for something else or about somebody else it is used up: else one answer would tell whose address is whose number.
 */
export async function solveChallengeRow(
  sql: Sql,
  solved: ChallengeUse & { readonly mark: string; readonly codeHash: Buffer },
): Promise<boolean> {
  const row = await sql.maybe<{ fits: boolean }>(
    `update challenge c set passed_at = $4, about = coalesce(c.about, $3),
            code_hash = case when w.fits then $5::bytea else c.code_hash end, ended_at = case when w.fits then null else $4 end
       from (select id, action = $2 and (about = $3 or about is null or $3 is null) as fits from challenge
              where channel = 'captcha' and subject = $1 and passed_at is null and expires_at > $4 for update) w
      where c.id = w.id returning w.fits`,
    [solved.mark, solved.action, solved.about ?? null, solved.now, solved.codeHash],
  );
  return row?.fits === true;
}

/** Uses a solved captcha up, for whatever it was sent; false when there is none with that number for this. */
export async function useCaptcha(sql: Sql, captcha: ChallengeUse & { readonly codeHash: Buffer }): Promise<boolean> {
  const row = await sql.maybe<{ fits: boolean }>(
    `update challenge set ended_at = $4
      where channel = 'captcha' and code_hash = $1 and passed_at is not null and ended_at is null and expires_at > $4
      returning action = $2 and (about = $3 or about is null) as fits`,
    [captcha.codeHash, captcha.action, captcha.about ?? null, captcha.now],
  );
  return row?.fits === true;
}

/** Whether the client has signed in from this device before. */
export async function isKnownDevice(sql: Sql, device: { hash: Buffer; clientId: number }): Promise<boolean> {
  const row = await sql.maybe('select 1 from known_device where secret_hash = $1 and client_id = $2', [
    device.hash,
    device.clientId,
  ]);
  return row !== undefined;
}

/** More devices of one client are not remembered: the one unused for longest is forgotten. */
const devicesEach = 20;

/**
 * Remembers a device that a client has signed in from. `onlyKnown`: nothing is done, and false answered, unless we gave that
 * secret out ourselves, to this client or to somebody else at the same browser.
 */
export async function keepDevice(
  sql: Sql,
  device: { hash: Buffer; clientId: ClientId; at: Date; onlyKnown: boolean },
): Promise<boolean> {
  const kept = await sql.run(
    `insert into known_device (secret_hash, client_id, used_at)
       select $1, $2, $3 where not $4::boolean or exists (select from known_device where secret_hash = $1)
     on conflict (secret_hash, client_id) do update set used_at = excluded.used_at`,
    [device.hash, device.clientId, device.at, device.onlyKnown],
  );
  if (kept === 0) return false;
  await sql.run(
    `delete from known_device where client_id = $1 and secret_hash in
       (select secret_hash from known_device where client_id = $1 order by used_at desc, secret_hash offset $2)`,
    [device.clientId, devicesEach],
  );
  return true;
}

/** Where this client was signed in from before that session, as far as sessions are kept. */
export function earlierOrigins(sql: Sql, of: { clientId: ClientId; sid: string }): Promise<{ address: string; agent: string }[]> {
  return sql.many('select distinct address, agent from session where client_id = $1 and sid <> $2 limit 500', [
    of.clientId,
    of.sid,
  ]);
}

/** Whether they are on record as having come in beside that session, however long ago. */
export async function hasSignedInBefore(sql: Sql, of: { clientId: ClientId; sid: string }): Promise<boolean> {
  const row = await sql.maybe(
    `select 1 from audit_event where client_id = $1 and action in ('session.sign_in', 'session.unlock', 'registration.sign_up')
        and subject <> 'session:' || $2::text limit 1`,
    [of.clientId, of.sid],
  );
  return row !== undefined;
}

const clearedAtOnce = 5000;
const mostBites = 40;

/**
 * Clears away what nobody can answer any more, in bounded bites: PINs and failures of before `before`, challenges that have run
 * out (anybody may ask for them, so they are many), and devices not seen since `devicesBefore`.
 */
export async function clearChallenges(sql: Sql, of: { before: Date; devicesBefore: Date; now: Date }): Promise<void> {
  for (let bite = 0; bite < mostBites; bite += 1) {
    const cleared = await sql.run(
      `delete from challenge where id in (
         (select id from challenge where channel = 'captcha' and expires_at < $2 order by expires_at limit ${clearedAtOnce})
         union all
         (select id from challenge where channel <> 'captcha' and expires_at < $1 order by expires_at limit ${clearedAtOnce}))`,
      [of.before, of.now],
    );
    if (cleared < clearedAtOnce) break;
  }
  await sql.run('delete from failure_streak where last_at < $1', [of.before]);
  await sql.run('delete from known_device where used_at < $1', [of.devicesBefore]);
}
