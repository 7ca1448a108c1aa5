import { Gauge, type Registry } from 'prom-client';
import type { Sql } from '../../base/sql.ts';
import { anchorAge } from '../background/anchoring.ts';
import { countFindings } from '../background/bookkeeping.ts';

export function gaugeOf(registry: Registry, name: string, help: string): Gauge {
  return new Gauge({ name, help, registers: [registry] });
}

/** What is counted in the database, by the gauge's name: what it says of itself, and the statement that counts it as `count`. */
const counts: Readonly<Record<string, readonly [help: string, statement: string]>> = {
  atrium_outbox_waiting: ['Outbox rows that are not done', 'select count(*) from outbox where done_at is null'],
  atrium_outbox_failing: [
    'Outbox rows that failed at least five times',
    'select count(*) from outbox where done_at is null and attempts >= 5',
  ],
  atrium_reconciliation_difference: [
    'Balances and credits of accounts that differed twice between the platform and the ledger',
    'select count(*) from reconciliation_difference where closed_at is null and reported_at is not null',
  ],
  atrium_platform_surplus: [
    'Deals that platforms made once too often and that are not taken back yet',
    `select count(*) from platform_operation where purpose = 'surplus' and state <> 'done'`,
  ],
  atrium_ledger_findings: ['Faults that the audits of the ledger found at their last runs', countFindings],
  // Where the audit chain stands: what is kept elsewhere of these convicts a chain that was rewritten.
  atrium_audit_era: ['Number of the era of the audit chain', 'select coalesce(max(number), 1) from audit_era'],
  atrium_audit_seal: ['Number of the last seal of the audit chain', 'select coalesce(max(number), 0) from audit_seal'],
  atrium_audit_seal_fingerprint: [
    'The first 48 bits of the hash of that seal',
    `select coalesce((select ('x' || encode(substring(hash for 6), 'hex'))::bit(48)::bigint
       from audit_seal order by number desc limit 1), 0)`,
  ],
  atrium_audit_anchor_age_seconds: ['How long ago the head of the audit chain was last put into the object store', anchorAge],
};

export interface Counted {
  read(): Promise<ReadonlyMap<string, number>>;
  /** Undefined: the database has not answered, so its gauges say nothing rather than something old. */
  keep(counted: ReadonlyMap<string, number> | undefined): void;
}

/** The gauges that the database is asked for, all in one statement, and one that tells whether it answered. */
export function countInDatabase(registry: Registry, sql: Pick<Sql, 'many'>): Counted {
  const isUp = gaugeOf(registry, 'atrium_database_up', 'Whether the database answered when this was asked for');
  const gauges = Object.entries(counts).map(([name, [help]]) => [name, gaugeOf(registry, name, help)] as const);
  const statement = Object.entries(counts)
    .map(([name, [, text]]) => `select '${name}' as name, (${text})::float8 as count`)
    .join(' union all ');
  return {
    async read() {
      const rows = await sql.many<{ name: string; count: number }>(statement);
      return new Map(rows.map(({ name, count }) => [name, count]));
    },
    keep(counted) {
      isUp.set(counted ? 1 : 0);
      for (const [name, gauge] of gauges) {
        const count = counted?.get(name);
        if (count === undefined) gauge.remove();
        else gauge.set(count);
      }
    },
  };
}
