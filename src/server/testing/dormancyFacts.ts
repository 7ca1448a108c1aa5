import { seedPassword } from '../../../seed/personas.ts';
import { changeSetting } from '../start/settings.ts';
import { now, sweep, type Fact, type World } from './telling.ts';

const byMail = ['screen', 'mail'] as const;

/** What a client is told who does nothing for long. Before all other facts: nothing of theirs is under way yet. */
export const dormancyFacts: readonly Fact[] = [
  {
    fact: 'nothing was done with the account for long',
    type: 'dormancy_ahead',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      await onlyLookedAt(world);
      return async () => {
        // So that the last months end before they have begun.
        await change(world, { 'dormancy.months': 1, 'dormancy.noticeDays': 60 });
        await sweep(world.app, 'dormancy');
        await change(world, { 'dormancy.months': 12, 'dormancy.noticeDays': 30 });
      };
    },
  },
  {
    fact: 'nothing was done until the day that they were told',
    type: 'dormancy_begun',
    over: byMail,
    live: ['client_info', 'notices'],
    ready: async ({ app }) => {
      await app.owner.sql.run('update client_dormancy set sleeps_at = announced_at, next_at = announced_at');
      return () => sweep(app, 'dormancy');
    },
  },
  {
    fact: 'a dormant client comes back',
    type: 'dormancy_ended',
    over: ['screen', 'mail', 'sms'],
    live: ['client_info', 'notices'],
    ready:
      async ({ app, client, payments }) =>
      async () => {
        await payments.post('api/profile/wake', { password: seedPassword });
        // The facts after this one are those of a client whose money goes anywhere.
        await app.owner.sql.run('delete from identity_change where client_id = $1', [client.clientId]);
      },
  },
];

async function onlyLookedAt({ app, client }: World): Promise<void> {
  await app.owner.sql.run(`update dormancy_watch set next_at = 'infinity' where client_id <> $1`, [client.clientId]);
}

async function change({ app }: World, settings: Readonly<Record<string, number>>): Promise<void> {
  const at = now(app);
  for (const [path, value] of Object.entries(settings))
    await app.owner.transact((sql) => changeSetting(sql, { path, value, author: 'test', at, effectiveAt: at }));
  await app.opened.settings.refresh();
}
