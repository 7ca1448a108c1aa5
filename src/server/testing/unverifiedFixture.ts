import { expect } from 'vitest';
import type { SignedIn, TestApp } from './app.ts';

/** The seeded client of the EU before and after the papers are approved. */
export interface UnverifiedFixture {
  /** Sets the client's status behind the application's back; once it knows. */
  papers(status: number): Promise<void>;
  /** As if nothing had been paid in before. */
  anew(): Promise<void>;
}

export function openUnverifiedFixture(app: TestApp, client: SignedIn): UnverifiedFixture {
  const papers = async (status: number): Promise<void> => {
    await app.owner.sql.run(
      `update client set status_id = $1, has_approved_id = $2, has_approved_residence = $2, version = version + 1 where id = $3`,
      [status, status === 12, client.clientId],
    );
    const known = async () => (await app.call({ method: 'GET', path: 'api/client_info', as: client })).data.status_id;
    await expect.poll(known, { interval: 20 }).toBe(status);
  };
  return {
    papers,
    anew: async () => {
      const about = [client.clientId];
      await app.owner.sql.run(
        `delete from approval where client_id = $1 and action like 'unverified.%' and status = 'waiting'`,
        about,
      );
      await app.owner.sql.run('delete from unverified_deposit where client_id = $1', about);
      await app.owner.sql.run(`delete from notice where client_id = $1 and type like 'unverified%'`, about);
      await papers(9);
    },
  };
}
