import type { ClientId } from '../../base/id.ts';
import type { RefusalDetail } from '../../base/refusal.ts';
import type { Sql, Transact } from '../../base/sql.ts';
import { takeFactor, type FactorNeeds, type GivenFactor } from '../factors/face.ts';
import { passwordFacts } from '../passwords/face.ts';
import { countFailureOf, forgetFailuresOf, isPassword, openKeyedLock, waitAfterFailures } from '../session/face.ts';
import type { proofErrors } from '../../protocol/proof.ts';
import type { Settings } from '../../settings/index.ts';

interface ProofContext {
  readonly sql: Sql;
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

/**
 * Before something changes that money or identity hangs on, a client who is signed in proves anew who they are: by the password,
 * and by the second factor where they have one. Whoever holds the session alone gains little by guessing: one try at a time, and
 * waits that grow.
 */
export function openProof(app: FactorNeeds): Proof {
  const lock = openKeyedLock();
  return async (ctx, given, act) => {
    const key = `prove:client:${ctx.client.id}`;
    const taken = lock.take(key, () => prove(app, { ctx, given, key }, act));
    return taken ?? ctx.refuse('too_many_attempts', { values: { seconds: 1 } });
  };
}

interface Proving {
  readonly ctx: ProofContext;
  readonly given: Given;
  readonly key: string;
}

async function prove<Result>(app: FactorNeeds, proving: Proving, act: Act<Result>): Promise<Result> {
  const { ctx, given, key } = proving;
  const failures = { key, limits: ctx.settings.signIn, wall: app.clock.wall() };
  const seconds = await waitAfterFailures(ctx.sql, failures);
  if (seconds > 0) ctx.refuse('too_many_attempts', { values: { seconds } });
  const { passwordHash } = await passwordFacts(ctx.sql, ctx.client.id);
  if (!(await isPassword(passwordHash, given.password))) {
    await countFailureOf(ctx.sql, failures);
    ctx.refuse('wrong_password', { field: 'password' });
  }
  const done = await ctx.transact(async (sql) => {
    const factor = await takeFactor(sql, app, { clientId: ctx.client.id, given });
    return factor.outcome === 'missing' || factor.outcome === 'wrong' ? { factor } : { result: await act(sql) };
  });
  if ('result' in done) {
    await forgetFailuresOf(ctx.sql, key);
    return done.result;
  }
  if (done.factor.outcome === 'missing') return ctx.refuse('second_factor_required', { data: done.factor.asked });
  await countFailureOf(ctx.sql, failures);
  return ctx.refuse('wrong_code', { field: 'code' });
}
