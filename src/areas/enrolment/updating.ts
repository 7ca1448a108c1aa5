import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs } from '../../base/time.ts';
import { notYetIssued } from '../../law/enrolment.ts';
import { updatedSections, type EnrolmentField, type UpdatedSection } from '../../law/enrolmentFields.ts';
import { migrationLists } from '../../law/migration.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { BaseContext, ClientIdentity } from '../../protocol/call.ts';
import { closeCase } from '../cases/face.ts';
import { notify } from '../notices/face.ts';
import { answersOf, askedOf } from './asking.ts';
import { enrolmentNotices } from './notices.ts';
import { faultsIn, lacksTaxId, residencyOf, type Answers, type Faults } from './rules.ts';
import { dueAt, putDue, endDue } from './dues.ts';
import { taxQueue, taxSubject } from './queues.ts';
import { addUpdate, factsOf, firstSaid, toldOf, toldSince } from './store.ts';
import { faultsByServer, laterDays, notYetIssuedDays, shownOf, told } from './submit.ts';

export type UpdateContext = Pick<BaseContext<'answers_wrong'>, 'now' | 'settings' | 'language' | 'origin' | 'refuse'> & {
  readonly sql: Sql;
  readonly client: ClientIdentity;
};

export interface Update {
  readonly section: UpdatedSection;
  readonly typed: Readonly<Record<string, unknown>>;
}

/** What a client tells anew, held to the same rules as in the second step; what else was told stays. */
export async function update(ctx: UpdateContext, { section, typed }: Update): Promise<void> {
  const { sql, client, now } = ctx;
  const before = await toldOf(sql, client.id);
  const names: readonly EnrolmentField[] = updatedSections[section];
  // Of the section whatever was not sent is empty.
  const fresh = Object.fromEntries(names.map((name) => [name, typed[name]]));
  const all = answersOf({ ...before, ...fresh });
  const asked = askedOf(await factsOf(sql, client.id), ctx);
  const shown = shownOf(all, asked).filter((name) => names.includes(name));
  const faults: Faults = {
    ...faultsIn(all, shown, asked),
    ...only(faultsByServer(all, shown, ctx), names),
    ...bornNowhere(all, names),
    ...(await saidForTooLong(ctx, all, names)),
  };
  if (Object.keys(faults).length > 0) return ctx.refuse('answers_wrong', { fields: told(faults) });
  const kept = section === 'tax' ? { ...taken(all, names), tax_residency: residencyOf(all) } : taken(all, names);
  const id = await addUpdate(sql, { client: client.id, section, answers: kept, at: now });
  if (section === 'tax') await followTax(ctx, all);
  if (section === 'employment' || section === 'anticipated_turnover') await endDue(sql, client.id, section);
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action: 'client.records',
    subject: `client:${client.id}`,
    clientId: client.id,
    // What was told stands in its own row, not in what is kept for ever.
    detail: { section, update: id, address: ctx.origin.address },
    at: now,
  });
  await notify(sql, {
    clientId: client.id,
    notice: enrolmentNotices.records_updated,
    values: { section },
    key: `records:${id}`,
    now,
  });
}

/** Nobody can pay taxes where they were born before that was told. */
function bornNowhere(all: Answers, names: readonly EnrolmentField[]): Faults {
  const isTold = !names.includes('tax_residency') || residencyOf(all) !== '' || all.pay_taxes_in_place_of_birth !== true;
  return isTold ? {} : { pay_taxes_in_place_of_birth: 'choice' };
}

function only(faults: Faults, names: readonly EnrolmentField[]): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([name]) => names.some((each) => each === name)));
}

function taken(all: Answers, names: readonly EnrolmentField[]): Record<string, string | boolean> {
  return Object.fromEntries(names.map((name) => [name, all[name] ?? '']));
}

interface Moved {
  /** As the other company's. */
  readonly client: TaxContext['client'];
  /** By the fields of the form; empty where none was filled in. */
  readonly told: Readonly<Record<string, unknown>>;
  /** When the form was filled in: what the client has told since is newer. */
  readonly toldAt: Date;
  readonly now: Date;
}

/** What the form of a move to another company has told of taxes and experience stands as told anew, once the move is made. Who somebody is no move changes. */
export async function tellMoved(sql: Sql, { client, told, toldAt, now }: Moved): Promise<void> {
  const residency = told['tax_residency'];
  if (typeof residency !== 'string' || residency === '') return;
  const traded =
    told['traded_system_experience'] === 'no'
      ? [['traded_system_experience', 'no'] as const]
      : Object.entries(migrationLists).map(([field, name]) => [name, told[field]] as const);
  const all = answersOf({ tax_residency: residency, tax_id: told['tax_id'], ...Object.fromEntries(traded) });
  const since = await toldSince(sql, { client: client.id, since: toldAt });
  const isTaxTold = !since.has('tax_residency') && !(await saysNothingNew(sql, client.id, all));
  const isExperienceTold = !since.has('traded_system_experience');
  if (!isTaxTold && !isExperienceTold) return;
  const names = [...(isTaxTold ? updatedSections.tax : []), ...(isExperienceTold ? Object.values(migrationLists) : [])];
  await addUpdate(sql, { client: client.id, section: 'move', answers: taken(all, names), at: now });
  if (isTaxTold) await followTax({ sql, client, now }, all);
}

/** The form asks for no reason why there is no number: one that is left empty for the same country takes back neither. */
async function saysNothingNew(sql: Sql, client: ClientId, all: Answers): Promise<boolean> {
  const before = answersOf({ ...(await toldOf(sql, client)) });
  return String(all.tax_id ?? '').trim() === '' && residencyOf(before) === residencyOf(all);
}

interface TaxContext extends Pick<UpdateContext, 'sql' | 'now'> {
  readonly client: Pick<ClientIdentity, 'id' | 'profile'>;
}

/** Whether a tax number is still owed. Saying once more that it comes later puts nothing off. */
export async function followTax({ sql, client, now }: TaxContext, all: Answers): Promise<void> {
  const owed = { client: client.id, what: 'tax_number', at: now } as const;
  const endCase = () => closeCase(sql, { queue: taxQueue.name, subject: taxSubject(client.id), outcome: 'told', at: now });
  if (all.no_tin_reason === notYetIssued) {
    await putDue(sql, { ...owed, why: 'not_yet_issued', dueAt: await issuedBy({ sql, client, now }, all) });
    await endCase();
  } else if (lacksTaxId(all, client.profile)) {
    const [before, later] = [await dueAt(sql, client.id, 'tax_number'), after(now, laterDays * dayMs)];
    await putDue(sql, { ...owed, why: 'later', dueAt: before !== undefined && before < later ? before : later });
  } else {
    await endDue(sql, client.id, 'tax_number');
    await endCase();
  }
}

/** Trade rules: "not yet issued" holds for twelve months, from the first time that it was said of that country. */
async function issuedBy({ sql, client, now }: TaxContext, all: Answers): Promise<Date> {
  const first = await firstSaid(sql, { client: client.id, residency: residencyOf(all), reason: notYetIssued });
  return after(first ?? now, notYetIssuedDays * dayMs);
}

/** After these twelve months it is no reason any more. */
async function saidForTooLong(ctx: TaxContext, all: Answers, names: readonly EnrolmentField[]): Promise<Faults> {
  const isSaid = names.includes('no_tin_reason') && all.no_tin_reason === notYetIssued;
  return isSaid && (await issuedBy(ctx, all)) <= ctx.now ? { no_tin_reason: 'not_issued' } : {};
}
