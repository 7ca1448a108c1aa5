import { goldVaultKeys } from '../../law/goldVaults.ts';
import type { Jobs } from '../../protocol/call.ts';
import { checkVault } from './checking.ts';
import { lastNight } from './rules.ts';
import { latestChecks } from './store.ts';

export const jobs = (): Jobs => ({
  every: [
    {
      name: 'vaults.check',
      seconds: 600,
      dueBy: 'application',
      run: async ({ sql, now, settings, transact }) => {
        const night = lastNight(now, settings.vaults.checkHour);
        for (const vault of goldVaultKeys) {
          const [last] = await latestChecks(sql, 1, vault);
          if (!last || last.checkedAt < night) await transact((inside) => checkVault(inside, { vault, now, settings }));
        }
      },
    },
  ],
});
