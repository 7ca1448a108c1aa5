import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { DueName } from '../../law/dues.ts';
import type { Say } from '../../base/wording.ts';
import { listsFor, type AskingContext } from './asking.ts';
import { endDue } from './dues.ts';
import { birthDatesOf, isEnrolled, toldEver, toldOf } from './store.ts';

interface IdentityTold {
  readonly birthDate: string | null;
  readonly address: string | null;
  readonly documentNumber: string | null;
  /** ISO 3166 alpha-2, where it is asked. */
  readonly citizenship: string | null;
}

/** What a client told in the second step about who they are and where they live, for whoever holds papers beside it. */
export async function identityTold(sql: Sql, client: ClientId): Promise<IdentityTold> {
  const told = (await toldOf(sql, client)) ?? {};
  const text = (name: string): string | null => (typeof told[name] === 'string' && told[name] !== '' ? told[name] : null);
  const address = ['address', 'city_reg', 'individual_postcode'].flatMap((name) => text(name) ?? []);
  return {
    birthDate: text('birth_date'),
    address: address.length === 0 ? null : address.join(', '),
    documentNumber: text('national_doc_number'),
    citizenship: text('citizenship'),
  };
}

/** The days of birth that so many clients told, by client. */
export function birthDatesTold(sql: Sql, clients: readonly ClientId[]): Promise<ReadonlyMap<number, string>> {
  return birthDatesOf(sql, clients);
}

/** What a client told of experience and means, as the ids of the lists, for whoever judges it. */
export async function meansTold(sql: Sql, client: ClientId) {
  const told = (await toldOf(sql, client)) ?? {};
  const text = (name: string): string | null => (typeof told[name] === 'string' && told[name] !== '' ? told[name] : null);
  return {
    experience: text('traded_system_experience'),
    net_worth: text('net_worth'),
    income: text('financial_income'),
  };
}

/**
 * What a client told that the risk of the relation is weighed by: ids of the lists, and countries. An exposed person stays one whatever is answered
 * later, and each turnover that held since then counts: whoever is weighed does not choose the weights.
 */
export async function riskTold(sql: Sql, { client, since }: { readonly client: ClientId; readonly since: Date }) {
  const told = (await toldOf(sql, client)) ?? {};
  const text = (name: string): string | null => (typeof told[name] === 'string' && told[name] !== '' ? told[name] : null);
  const ever = await toldEver(sql, { client, since });
  return {
    profession: text('profession_id'),
    funds: text('funds_source'),
    turnovers: ever.turnovers,
    toldPep: ever.pep,
    ties: ['citizenship', 'tax_residency', 'place_of_birth', 'country_extra'].flatMap((name) => text(name) ?? []),
  };
}

/** Whether a client has ever sent the second step here. */
export async function hasEnrolled(sql: Sql, client: ClientId): Promise<boolean> {
  return isEnrolled(sql, client);
}

/** Nothing is asked of it any more. */
export async function endDueOf(sql: Sql, client: ClientId, what: DueName): Promise<void> {
  await endDue(sql, client, what);
}

export { statusRepeated } from './dues.ts';
/** All that a client told, and confirmed, in words, for staff who judge it. */
export { answersTold, confirmationsTold, type ToldAnswer, type ToldConfirmation } from './answered.ts';
/** What is answered at the address of the appropriateness test and is not the test. */
export { openConfirming } from './retaking.ts';
export { openTaxes } from './taxes.ts';
/** What a client tells anew of themselves, section by section. */
export { tellMoved, update as updateTold, type UpdateContext } from './updating.ts';
/** The lists of the second step as a client is offered them, in the language that is read. */
export function listsTold(context: AskingContext, say: Say) {
  return listsFor(context, say);
}

/** Where a client told they live, for what is sent there by post; empty where they have not. */
export async function deliveryTold(sql: Sql, client: ClientId) {
  const told = (await toldOf(sql, client)) ?? {};
  const text = (name: string): string => (typeof told[name] === 'string' ? told[name] : '');
  return { street: text('address'), city: text('city_reg'), postcode: text('individual_postcode') };
}
