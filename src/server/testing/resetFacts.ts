import { addressesOf, pinSentTo, resetFor, type Fact } from './telling.ts';

/** It ends the client's session, so nothing else comes after it; the test goes on in the new one. */
export const resetFacts: readonly Fact[] = [
  {
    fact: 'a password is reset on the site of another company',
    type: 'password_reset_elsewhere',
    over: ['screen', 'mail'],
    live: ['notices'],
    ready: async (world) => {
      const { email } = await addressesOf(world.app, world.client);
      await resetFor(world, email);
      await world.app.drain();
      const typed = { email, pin: await pinSentTo(world.app, email), password: 'Harbour2027', password2: 'Harbour2027' };
      return async () => {
        const body = { action: 'password', site: 'uk', ...typed };
        const { data, headers } = await world.app.call({ method: 'POST', path: 'api/reset-password', body });
        const cookie = headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
        Object.assign(world.client, { token: data.token, cookie: cookie.join('; ') });
      };
    },
  },
];
