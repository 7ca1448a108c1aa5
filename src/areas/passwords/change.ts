import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { noteNewPassword } from '../contacts/face.ts';
import { notify } from '../notices/face.ts';
import { passwordsNotices } from './notices.ts';
import { setPassword, type NewPassword } from './store.ts';

export interface ChangeNeeds {
  readonly sessions: {
    openOf(sql: Sql, clientId: ClientId): Promise<readonly { readonly sid: string }[]>;
    endOf(sql: Sql, of: { readonly clientId: ClientId; readonly sids: readonly string[] }): Promise<readonly string[]>;
  };
}

/**
 * What each is noted as, so that money goes nowhere new for a while: a PIN alone has done it or, where one had to be set, whoever sat in
 * the session, who has not given the old one.
 */
const notedAs = {
  'session.set_required_password': 'password_change',
  'session.change_password': 'password_change',
  'session.reset_password': 'password_reset',
} as const;

export interface SignInPasswordChange extends NewPassword {
  /** The audit's name for the way it was changed. */
  readonly action: keyof typeof notedAs;
  /** Of the session that it was changed in, which stays; undefined: nobody was signed in. */
  readonly sid: string | undefined;
  /** Whose client one is, where another company's site has reset it (document 3 §4). */
  readonly elsewhere?: CompanyId;
  /** The name of this change, and of no other. */
  readonly key: string;
  readonly address: string;
  readonly now: Date;
}

/**
 * Sets a sign-in password, ends the client's other sessions (whoever knew the old one may sit in one of them) and tells the
 * client. Answers false where nothing was changed, since it was not required any more.
 */
export async function changeSignInPassword(app: ChangeNeeds, sql: Sql, change: SignInPasswordChange): Promise<boolean> {
  const { client, sid, action, key, address, now } = change;
  if (!(await setPassword(sql, change))) return false;
  const open = await app.sessions.openOf(sql, client);
  const others = open.map((session) => session.sid).filter((other) => other !== sid);
  const ended = await app.sessions.endOf(sql, { clientId: client, sids: others });
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client) },
    action,
    subject: sid === undefined ? `client:${client}` : `session:${sid}`,
    clientId: client,
    detail: { endedSessions: ended.length, address },
    at: now,
  });
  await noteNewPassword(sql, { client, what: notedAs[action], at: now });
  const { elsewhere } = change;
  await notify(sql, {
    clientId: client,
    ...(elsewhere === undefined
      ? { notice: passwordsNotices.password_changed }
      : { notice: passwordsNotices.password_reset_elsewhere, values: { company: { phrase: `moves.company.${elsewhere}` } } }),
    key: `password:${key}`,
    now,
  });
  return true;
}
