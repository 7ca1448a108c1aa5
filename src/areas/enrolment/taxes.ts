import { updatedSections } from '../../law/enrolmentFields.ts';
import type { BaseContext, ClientIdentity } from '../../protocol/call.ts';
import type { Sql, Transact } from '../../base/sql.ts';
import type { FactorNeeds, GivenFactor } from '../factors/face.ts';
import { openProof } from '../security/face.ts';
import { answersOf } from './asking.ts';
import { changesTaxes } from './rules.ts';
import { toldOf } from './store.ts';
import { update } from './updating.ts';

type TaxErrors =
  | 'answers_wrong'
  | 'field_required'
  | 'wrong_password'
  | 'second_factor_required'
  | 'wrong_code'
  | 'too_many_attempts';

type TaxesContext = Pick<BaseContext<TaxErrors>, 'now' | 'settings' | 'language' | 'origin' | 'refuse'> & {
  readonly sql: Sql;
  readonly transact: Transact;
  readonly client: ClientIdentity;
};

interface TaxesTold {
  readonly typed: Readonly<Record<string, unknown>>;
  /** Asked where something that was told before changes. */
  readonly proof: GivenFactor & { readonly password: string | undefined };
}

/**
 * Where taxes are paid, and the number there, are reported of a client: what was told of them before is changed by whoever proves anew who they
 * are, as an address is. What was never told is told by the session alone.
 */
export function openTaxes(app: FactorNeeds) {
  const prove = openProof(app);
  return async (ctx: TaxesContext, { typed, proof }: TaxesTold): Promise<void> => {
    const write = (sql: Sql): Promise<void> => update({ ...ctx, sql }, { section: 'tax', typed });
    const before = await toldOf(ctx.sql, ctx.client.id);
    const fresh = Object.fromEntries(updatedSections.tax.map((name) => [name, typed[name]]));
    if (!changesTaxes(answersOf({ ...before }), answersOf({ ...before, ...fresh }))) return ctx.transact(write);
    const { password, ...factor } = proof;
    if (password === undefined || password === '') return ctx.refuse('field_required', { field: 'password' });
    return prove(ctx, { password, ...factor }, write);
  };
}
