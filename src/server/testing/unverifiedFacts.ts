import { meanwhile, now, sweep, type Fact, type World } from './telling.ts';

const byMail = ['screen', 'mail'] as const;

/** What becomes of money that came in before its client's papers were approved. */
export const unverifiedFacts: readonly Fact[] = [
  {
    fact: 'money has come before the papers are approved',
    type: 'unverified_clock',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      await paidIn(world, undefined);
      return () => looked(world, 9);
    },
  },
  {
    fact: 'it goes back in six days',
    type: 'unverified_ahead',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      await paidIn(world, 6);
      return () => looked(world, 9);
    },
  },
  {
    fact: 'it goes back',
    type: 'unverified_returned',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      await paidIn(world, 0);
      const { app } = world;
      const payOut = async () => ({ outcome: 'unknown', reason: 'told by the test' }) as const;
      return async () => {
        await meanwhile(app.opened.app.payments.praxis, { payOut }, async () => {
          await looked(world, 9);
          await app.drain();
        });
        // That it has arrived is told by another fact.
        await app.owner.sql.run(`update payout set due_at = due_at + interval '1 year' where phase in ('waiting', 'sent')`);
      };
    },
  },
  {
    fact: 'staff give more time',
    type: 'unverified_extended',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      await paidIn(world, -1);
      return () => as(world, 9, () => extended(world));
    },
  },
  {
    fact: 'it cannot go back by itself',
    type: 'unverified_waits',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      await paidIn(world, 0);
      return () => looked(world, 14);
    },
  },
];

/** A deposit by card in the wallet, whose time is over in so many days; the clock has not begun where that is undefined. */
async function paidIn({ app, client, payments, books, wallet }: World, days: number | undefined): Promise<void> {
  const { sql } = app.owner;
  await sql.run(`update unverified_deposit set outcome = 'verified', ended_at = made_at where ended_at is null`);
  const { id, reference } = await payments.startDeposit(wallet, '100.00');
  await books.decide(reference, 'approved');
  await payments.becomes(id, 'completed');
  const begun = days === undefined ? [null, null] : [now(app), new Date(now(app).getTime() + days * 86_400_000)];
  await sql.run(
    `insert into unverified_deposit (remittance_id, client_id, company_id, worth, currency, days, made_at, arrived_at, due_at, look_at)
     values ($1, $2, 3, 10000, 'USD', 15, $3, $4, $5, $5)`,
    [id, client.clientId, now(app), ...begun],
  );
}

/** The sweep comes by while the client has that status; nobody else of the test sees it. */
function looked(world: World, status: number): Promise<void> {
  return as(world, status, () => sweep(world.app, 'unverified.clock'));
}

async function as({ app, client }: World, status: number, does: () => Promise<unknown>): Promise<void> {
  const { sql } = app.owner;
  const about = [client.clientId];
  const is = 'update client set status_id = $2, has_approved_id = $3, has_approved_residence = $3 where id = $1';
  await sql.run(is, [...about, status, false]);
  await does();
  await sql.run(is, [...about, 12, true]);
}

/** By two persons. */
async function extended({ app, client }: World): Promise<void> {
  const reason = 'the papers are on their way';
  const [finance, admin] = [await app.signInStaff('finance'), await app.signInStaff('admin')];
  const asked = await app.call({
    method: 'POST',
    path: `/api/desk/unverified/${client.clientId}/USD`,
    body: { action: 'extend', days: 5, reason },
    as: finance,
  });
  const body = { decision: 'approve', reason };
  await app.call({ method: 'POST', path: `/api/desk/approvals/${asked.data.approval.id}`, body, as: admin });
}
