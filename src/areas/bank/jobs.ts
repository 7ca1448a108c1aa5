import { after, dayMs, utcDay } from '../../base/time.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Providers } from '../../ports/payments/index.ts';
import type { BankDesk } from '../../ports/payments/port.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import type { Engine } from '../payments/face.ts';
import { entryTopic, handedOf } from './booking.ts';
import { checkBalances } from './checking.ts';
import { importStatement } from './importing.ts';
import { noteFile, unreadNames } from './statements.ts';
import { entryOf } from './store.ts';

export interface Needs {
  readonly payments: Pick<Providers, 'bank'>;
  readonly engine: Pick<Engine, 'applyTold'>;
}

/** So many files in one run at most; the next run goes on. */
const mostFiles = 50;

/** Fetches the bank's statements, and hands what they tell of to the payments that it is for. */
export const jobs = (app: Needs): Jobs => ({
  on: {
    [entryTopic]: async (event, context) => {
      const entry = await entryOf(context.sql, Number(event.payload['id']));
      const payment = entry?.outcome === 'handed' ? await handedOf(context.sql, entry) : undefined;
      if (!payment) return;
      const outcome = await app.engine.applyTold(context, payment);
      if (outcome === 'unanswered') throw new Error(`what the bank told of ${payment.reference} could not be booked yet`);
    },
  },
  every: [
    {
      name: 'bank.statements',
      seconds: 60,
      dueBy: 'application',
      run: async (context) => {
        const desk = app.payments.bank?.bank;
        if (desk) await fetchStatements(desk, context);
      },
    },
    { name: 'bank.balances', seconds: 300, dueBy: 'application', run: checkBalances },
  ],
});

/** A file that cannot be kept now is asked for again, and keeps none behind it waiting. */
async function fetchStatements(desk: BankDesk, context: JobContext): Promise<void> {
  const { now, settings, sql } = context;
  const listed = await desk.statements(utcDay(after(now, -settings.bank.statementDays * dayMs)));
  if (listed.outcome === 'unknown') return;
  const failures: unknown[] = [];
  let asked = 0;
  for (const name of await unreadNames(sql, listed.names)) {
    if (asked === mostFiles) break;
    try {
      await fetchStatement(desk, context, name);
      asked += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function fetchStatement(desk: BankDesk, context: JobContext, name: string): Promise<void> {
  const { now, sql } = context;
  const file = await desk.statement(name);
  // What is not answered, or not signed, is asked for again.
  if (file.outcome === 'unknown') return;
  const outcome = await importStatement({ desk, run: context }, { raw: file.raw, name, broughtBy: null, fileId: null });
  const fault = outcome.outcome === 'refused' ? `${outcome.fault}: ${outcome.at}` : null;
  await noteFile(sql, { name, fault, now });
  if (fault !== null) await tellUnreadable(context, { name, fault });
}

/** A file of the bank that cannot be read stands in the audit trail, once; whoever has it whole brings it to the desk. */
async function tellUnreadable({ sql, now }: JobContext, { name, fault }: { readonly name: string; readonly fault: string }) {
  const actor = { kind: 'system', id: 'bank' } as const;
  await recordAudit(sql, {
    actor,
    action: 'bank_statement.unreadable',
    subject: `bank_file:${name}`,
    detail: { fault },
    at: now,
  });
}
