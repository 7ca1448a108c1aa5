import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

/** A sign-in, or a try at one, as the audit has it. */
export interface SignInEvent {
  id: bigint;
  at: Date;
  action: (typeof signInActions)[number];
  address: string | null;
  agent: string | null;
  country: string | null;
  city: string | null;
}

const signInActions = ['session.sign_in', 'session.unlock', 'session.sign_in_refused', 'session.reset_password'] as const;

/** Newest first; `before`: only events with a smaller number. */
export function signInsOf(
  sql: Sql,
  of: { readonly clientId: ClientId; readonly before: bigint | undefined; readonly limit: number },
): Promise<SignInEvent[]> {
  return sql.many(
    `select id, at, action, detail->>'address' as address, detail->>'agent' as agent,
            detail->'whereabouts'->>'country' as country, detail->'whereabouts'->>'city' as city from audit_event
      where client_id = $1 and action = any($2) and ($3::bigint is null or id < $3) order by id desc limit $4`,
    [of.clientId, signInActions, of.before ?? null, of.limit],
  );
}
