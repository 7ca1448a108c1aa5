import type { ClientId } from '../../base/id.ts';
import type { RefusalDetail } from '../../base/refusal.ts';
import type { Sql, Transact } from '../../base/sql.ts';
import { takeFactor, type FactorNeeds, type GivenFactor } from '../factors/face.ts';
import { passwordFacts } from '../passwords/face.ts';
import { countFailureOf, forgetFailuresOf, isPassword, openKeyedLock, waitOneByOne } from '../session/face.ts';
import type { proofErrors } from '../../protocol/proof.ts';
import type { Settings } from '../../settings/index.ts';

interface ProofContext {
  readonly transact: Transact;
  readonly settings: Settings;
  readonly client: { readonly id: ClientId };
  readonly refuse: (code: keyof typeof proofErrors, detail?: RefusalDetail) => never;
}

interface Given extends GivenFactor {
  readonly password: string;
}

/** Does something within the transaction that uses the second factor up. */
type Act<Result> = (sql: Sql) => Promise<Result>;

export interface Proof {
  <Result>(ctx: ProofContext, given: Given, act: Act<Result>): Promise<Result>;
}

/** Of those who come to this process at once one holds a connection of the database; the others wait for their turn. */
const turns = openKeyedLock();

/**
 * Before something changes that money or identity hangs on, a client who is signed in proves anew who they are: by the password,
 * and by the second factor where they have one. Whoever holds the session alone gains little by guessing: one try at a time, whatever
 * it is for and wherever it comes in, and waits that grow.
 */
export function openProof(app: FactorNeeds): Proof {
  return async (ctx, given, act) => {
    const key = `prove:client:${ctx.client.id}`;
    const taken = turns.take(key, () => prove(app, { ctx, given, key }, act));
    return taken ?? ctx.refuse('too_many_attempts', { values: { seconds: 1 } });
  };
}

interface Proving {
  readonly ctx: ProofContext;
  readonly given: Given;
  readonly key: string;
}

async function prove<Result>(app: FactorNeeds, { ctx, given, key }: Proving, act: Act<Result>): Promise<Result> {
  const { id: clientId } = ctx.client;
  const verdict = await ctx.transact(async (sql) => {
    const failures = { key, limits: ctx.settings.signIn, wall: app.clock.wall() };
    const seconds = await waitOneByOne(sql, failures);
    if (seconds > 0) return { outcome: 'waits', seconds } as const;
    const { passwordHash } = await passwordFacts(sql, clientId);
    const isRight = await isPassword(passwordHash, given.password);
    const factor = isRight ? await takeFactor(sql, app, { clientId, given }) : ({ outcome: 'stranger' } as const);
    if (factor.outcome === 'missing') return factor;
    if (factor.outcome === 'wrong' || factor.outcome === 'stranger') {
      await countFailureOf(sql, failures);
      return factor;
    }
    const result = await act(sql);
    await forgetFailuresOf(sql, key);
    return { outcome: 'proven', result } as const;
  });
  if (verdict.outcome === 'waits') return ctx.refuse('too_many_attempts', { values: { seconds: verdict.seconds } });
  if (verdict.outcome === 'stranger') return ctx.refuse('wrong_password', { field: 'password' });
  if (verdict.outcome === 'missing') return ctx.refuse('second_factor_required', { data: verdict.asked });
  return verdict.outcome === 'wrong' ? ctx.refuse('wrong_code', { field: 'code' }) : verdict.result;
}
