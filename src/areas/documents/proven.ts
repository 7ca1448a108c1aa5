import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { paymentProofs, type PaymentProof } from '../../law/documents.ts';
import { regionProfileOf, type RegionClient } from '../../law/regions/index.ts';
import type { ProvenIdentity } from '../../protocol/questionnaire.ts';
import { paymentWord } from './rules.ts';
import { documentsOf } from './store.ts';

export interface PaymentPaperOf {
  readonly client: ClientId;
  readonly region: RegionClient;
  readonly proof: PaymentProof;
  /** What was sent before tells of another card or account. */
  readonly since: Date | undefined;
}

/** Whether a client still has to prove a payment account: where the region asks for such papers, and none is approved or looked at. */
export async function lacksPaymentPaper(sql: Sql, { client, region, proof, since }: PaymentPaperOf): Promise<boolean> {
  const type = paymentProofs[proof];
  if (!regionProfileOf(region).paymentProofs.some((each) => paymentProofs[each] === type)) return false;
  const sent = (await documentsOf(sql, client, 'payment')).filter(({ typeId }) => typeId === type);
  const word = paymentWord(since ? sent.filter(({ createdAt }) => createdAt >= since) : sent);
  return word === 'no_file_uploaded' || word === 'rejected';
}

/** What papers have proven of who somebody is: what was read on those that were approved, also when they have run out since. */
export async function provenIdentity(sql: Sql, client: ClientId): Promise<ProvenIdentity> {
  const approved = (await documentsOf(sql, client, 'identity')).filter(({ status }) => status === 2 || status === 4);
  return {
    birthDate: approved.find(({ read }) => read?.birthDate != null)?.read?.birthDate ?? null,
    numbers: approved.flatMap(({ number }) => number ?? []),
  };
}

export interface ShownByPapers {
  readonly names: readonly string[];
  readonly birthDates: readonly string[];
}

/** What was read on the approved papers of so many clients, by client; who is not among them has none. The desk holds what was typed against those that nobody has read. */
export async function shownByPapers(sql: Sql, clients: readonly ClientId[]): Promise<ReadonlyMap<number, ShownByPapers>> {
  const rows = await sql.many<{ client: number; names: (string | null)[]; days: (string | null)[] }>(
    `select client_id as client, array_agg(read_facts->>'name' order by id) as names, array_agg(read_facts->>'birthDate' order by id) as days
       from document where client_id = any($1) and kind = 'identity' and status in (2, 4) group by client_id limit $2`,
    [clients, clients.length],
  );
  const told = (texts: readonly (string | null)[]) => texts.flatMap((text) => (text === null || text === '' ? [] : [text]));
  return new Map(rows.map(({ client, names, days }) => [client, { names: told(names), birthDates: told(days) }]));
}
