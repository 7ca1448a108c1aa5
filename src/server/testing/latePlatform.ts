import type { Needs, Run } from '../../areas/payments/context.ts';
import { openEngine } from '../../areas/payments/engine.ts';
import type { RemittanceId } from '../../base/id.ts';
import type { BalanceOperation, Platform } from '../../ports/platform/port.ts';
import type { TestApp } from './app.ts';
import { runOf } from './paymentsFixture.ts';

/** A process of its own, with its platform, its clock and its way to the database. */
export function processWith(
  app: TestApp,
  changed: { readonly mt5?: Partial<Platform>; readonly needs?: Partial<Needs>; readonly run?: Partial<Run> },
) {
  const { platforms } = app.opened.app;
  const own = { ...platforms, mt5: { ...platforms.mt5, ...changed.mt5 } };
  const engine = openEngine({ ...app.opened.app, lookEverySeconds: 0, ...changed.needs, platforms: own });
  return { drive: async (id: RemittanceId) => engine.drive({ ...runOf(app), ...changed.run }, id) };
}

/** A platform that cuts the line so often and acts when it is told to. */
export function latePlatform(app: TestApp, cuts: number) {
  const { mt5 } = app.opened.app.platforms;
  const acts: (() => Promise<unknown>)[] = [];
  const asked: BalanceOperation[] = [];
  const balanceOperation: Platform['balanceOperation'] = async (operation, limit) => {
    asked.push(operation);
    if (asked.length > cuts) return mt5.balanceOperation(operation, limit);
    acts.push(() => mt5.balanceOperation(operation));
    return { outcome: 'unknown', reason: 'the line was cut' };
  };
  const platform = { balanceOperation };
  return { asked, platform, act: async (index: number) => acts[index]?.(), process: processWith(app, { mt5: platform }) };
}
