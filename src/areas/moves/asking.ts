import type { Sql } from '../../base/sql.ts';
import { accountTypes } from '../../law/accountTypes.ts';
import { companyFor, countries, countryOf } from '../../law/countries.ts';
import { leverageList } from '../../law/leverage.ts';
import { enrolmentLists } from '../../law/enrolmentLists.ts';
import { migrationLists, type MigrationField } from '../../law/migration.ts';
import { movesTo, movedCategory, routeBetween, type MoveRoute } from '../../law/moves.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { ClientIdentity, ContextOf } from '../../protocol/call.ts';
import { accountsOf, type TradingAccount } from '../accounts/face.ts';
import { openCase } from '../cases/face.ts';
import { isTaxId } from '../countries/face.ts';
import { migrationInput, type Migration } from '../../protocol/companyMove.ts';
import type { movesContract } from './contract.ts';
import { isClientThere, lockClient } from './clientRows.ts';
import { movesQueue } from './queues.ts';
import { isBegun, isWanted, migrationFaults, migrationSentences } from './rules.ts';
import { standOf } from './seen.ts';
import { insertMove, type Move } from './store.ts';

type ActContext = ContextOf<(typeof movesContract)['calls']['act']>;
/** As it is kept: one text a field. */
type Told = { readonly [Field in keyof Migration]: Field extends 'traded_system_experience' ? string : Migration[Field] };
type Given = { readonly [Field in keyof Migration]?: Migration[Field] | undefined };

/** Where a client's move leads from each country of residence. */
export function reachable({ profile }: ClientIdentity): Record<string, CompanyId> {
  return Object.fromEntries(
    countries.flatMap(({ iso2 }) => {
      const company = companyFor(iso2);
      return company !== undefined && routeBetween(profile.company, company) ? [[iso2, company]] : [];
    }),
  );
}

/** What is opened in a company that a route leads to, for a client of that category. */
export function offeredThere(client: ClientIdentity, route: MoveRoute) {
  const { company } = movesTo[route];
  const there = { company, country: '', category: movedCategory(client.profile.category) };
  return accountTypes
    .filter(({ opening, companies }) => opening !== 'stock' && companies.live.includes(company))
    .map((type) => ({
      company,
      name: type.name,
      title: type.accountTitle,
      currencies: [...type.currencies],
      leverages: [...leverageList(type, there)],
    }));
}

/** The account that was asked for in the form: its client opens it once the move is made, and agrees there to what it takes. Strategies have a way of their own. */
function wishedIn({ account, currency, leverage }: Readonly<Record<string, unknown>>) {
  const isOpened = accountTypes.some(({ name, opening }) => name === account && opening === 'basic');
  return isOpened ? { account: String(account), currency: String(currency), leverage: String(leverage) } : null;
}

/** The same of a client whose last move was made, until one like it was opened since: the button that leads there has done its work. */
export async function stillWished(sql: Sql, last: Move | undefined): Promise<ReturnType<typeof wishedIn>> {
  const movedAt = last?.movedAt ?? null;
  if (!last || movedAt === null) return null;
  const wish = wishedIn(last.told);
  const isSuch = ({ isDemo, type, currency, openedAt }: TradingAccount): boolean =>
    !isDemo && type.name === wish?.account && currency === wish.currency && openedAt > movedAt;
  return (await accountsOf(sql, last.clientId)).some(isSuch) ? null : wish;
}

/** The move that the migration profile form asks for: it waits for compliance. */
export async function askMove(given: Given, ctx: ActContext): Promise<void> {
  const { sql, client, now, settings } = ctx;
  const route = routeOf(given, ctx);
  const told = wholeOf(given, ctx);
  requireOffered(told, { route, ctx });
  if (told.experience_risk !== '1_1') return ctx.refuse('risk_not_understood', { field: 'experience_risk' });
  const faults = Object.entries({
    ...migrationFaults(told, now),
    // The check digits are known to the server alone, as in the second step.
    ...(isTaxId(told.tax_residency, told.tax_id ?? '') ? {} : { tax_id: 'taxId' as const }),
  });
  if (faults.length > 0)
    return ctx.refuse('validation_failed', {
      fields: Object.fromEntries(faults.map(([field, rule]) => [field, { rule, phrase: migrationSentences[rule] }])),
    });
  await lockClient(sql, client.id);
  const { last } = await standOf(sql, client);
  if (isBegun(last) || isWanted(last)) return ctx.refuse('company_move_begun');
  const to = movesTo[route].company;
  // Nobody is a client of one company twice.
  if (await isClientThere(sql, client.id, to)) return ctx.refuse('company_move_not_offered');
  const country = told.residence_country;
  const of = { clientId: client.id, from: client.profile.company, to, country, told, createdAt: now };
  const id = await insertMove(sql, { ...of, phase: 'asked' });
  await openCase(sql, {
    queue: movesQueue,
    subject: `company_move:${id}`,
    clientId: client.id,
    detail: { from: client.profile.company, to, country },
    now,
    hours: settings.desk.businessHours,
  });
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action: 'company_move.ask',
    subject: `company_move:${id}`,
    clientId: client.id,
    detail: { from: client.profile.company, to, country },
    at: now,
  });
}

function routeOf({ residence_country: country }: Given, { client, refuse }: ActContext): MoveRoute {
  const field = 'residence_country';
  if (country === undefined) return refuse('field_required', { field });
  const company = companyFor(country) ?? refuse('country_not_served', { field });
  return routeBetween(client.profile.company, company) ?? refuse('country_not_served_here', { field });
}

/** Every field that the form asks everybody. */
function wholeOf(given: Given, { refuse }: ActContext): Told {
  const parsed = migrationInput.safeParse(given);
  if (parsed.success)
    return { ...parsed.data, traded_system_experience: [parsed.data.traded_system_experience].flat().join(',') };
  const [issue] = parsed.error.issues;
  return refuse('field_required', { field: String(issue?.path[0] ?? 'residence_country') });
}

interface Offering {
  readonly route: MoveRoute;
  readonly ctx: ActContext;
}

function requireOffered(told: Told, { route, ctx: { client, refuse } }: Offering): void {
  const type = offeredThere(client, route).find(({ name }) => name === told.account);
  if (!type) return refuse('account_type_not_offered', { field: 'account' });
  if (!type.currencies.some((currency) => currency === told.currency))
    return refuse('currency_not_offered', { field: 'currency' });
  if (!type.leverages.includes(Number(told.leverage))) return refuse('leverage_not_offered', { field: 'leverage' });
  const isManager = told.account === 'manager';
  if (isManager && told.investment_strategy_remuneration === undefined)
    return refuse('field_required', { field: 'investment_strategy_remuneration' });
  for (const field of ['place_of_birth', 'tax_residency'] as const)
    if (countryOf(told[field]) === undefined) return refuse('validation_failed', { field });
  for (const [field, list] of Object.entries(migrationLists)) {
    const known = enrolmentLists[list].map(({ id }) => id);
    const chosen = told[field as keyof typeof migrationLists].split(',');
    const isAlone = !chosen.includes('no') || chosen.length === 1;
    if (!isAlone || chosen.some((id) => !known.some((each) => each === id)))
      return refuse('validation_failed', { field: field as MigrationField });
  }
}
