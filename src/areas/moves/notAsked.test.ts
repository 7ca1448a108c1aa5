import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';

/* Who may not ask for a move: whoever is a client there already, and whoever only reads. */

let app: TestApp;
let compliance: StaffSignedIn;
beforeAll(async () => {
  app = await openTestApp();
  compliance = await app.signInStaff('compliance');
});
afterAll(() => app.close());

const act = (as: SignedIn, action: string, more: object = {}) =>
  app.call({ method: 'POST', path: 'api/direct/forextime/clients/migrate', as, body: { action, ...more } });
const decide = (path: string, decision: string, more: object = {}) =>
  app.call({ method: 'POST', path, as: compliance, body: { decision, reason: 'One passport.', ...more } });
const codesOf = ({ errors }: Awaited<ReturnType<typeof act>>): string[] => errors.map(({ code }: { code: string }) => code);
const phases = async ({ clientId }: SignedIn): Promise<string[]> =>
  (
    await app.owner.sql.many<{ phase: string }>('select phase from company_move where client_id = $1 order by id', [clientId])
  ).map(({ phase }) => phase);

/** The form of a move to the UK company, or to the global one. */
const toldIn = (country: 'GB' | 'MY') => ({
  residence_country: country,
  birth_date: '1980-05-01',
  place_of_birth: 'CY',
  account: 'standard',
  currency: 'USD',
  leverage: country === 'GB' ? '25' : '100',
  traded_system_experience: ['forex'],
  traded_experience: '2',
  number_of_trades: '1',
  annual_volume: '1',
  tax_residency: 'DE',
  tax_id: '12345678901',
  experience_risk: '1_1',
});

/** The number of the last move that a client asked for. */
const lastOf = async ({ clientId }: SignedIn): Promise<number> =>
  (await app.owner.sql.one<{ id: number }>('select max(id) as id from company_move where client_id = $1', [clientId])).id;

/** Compliance has found them to be one person. */
async function found(later: SignedIn, earlier: SignedIn): Promise<void> {
  const one = 'update client set person_id = (select person_id from client where id = $1) where id = $2';
  await app.owner.sql.run(one, [earlier.clientId, later.clientId]);
}

test('nobody asks for a move to a company that they are a client of, nor is one approved that was asked for before', async () => {
  const [european, british, global] = [
    await app.signIn('eu.active'),
    await app.signIn('uk.active'),
    await app.signIn('ng.active'),
  ];
  expect(codesOf(await act(european, 'migrate', toldIn('MY')))).toEqual([]);
  await found(global, european);
  const path = `/api/desk/moves/${await lastOf(european)}`;
  expect(codesOf(await decide(path, 'approved'))).toEqual(['is_client_there']);
  expect(codesOf(await decide(path, 'declined', { reason_code: 'not_accepted' }))).toEqual([]);
  const again = await app.signIn('eu.active');
  expect(codesOf(await act(again, 'migrate', toldIn('MY')))).toEqual(['company_move_not_offered']);
  await found(british, european);
  expect(codesOf(await act(again, 'migrate', { ...toldIn('GB') }))).toEqual(['company_move_not_offered']);
  expect(await phases(european)).toEqual(['declined']);
});

test.each([
  ['closed.client', 'account_closed'],
  ['closed.noneu', 'service_not_available'],
  ['closed.uk', 'service_not_available_uk'],
])('%s only reads: a move is neither asked for nor agreed to', async (name, code) => {
  const closed = await app.signIn(name);
  const agreed = { is_terms_agreed: true };
  for (const answer of [
    await act(closed, 'migrate', toldIn('MY')),
    await act(closed, 'accept_ftg_terms', agreed),
    await act(closed, 'accept_mauritius_terms', agreed),
    await act(closed, 'approve_ftg_movement'),
    await act(closed, 'change_branch_uk_to_main'),
  ])
    expect(codesOf(answer)).toEqual([code]);
  // Signing on changes nothing of a client.
  expect(codesOf(await act(closed, 'login_to_uk'))).not.toEqual([code]);
  expect(await phases(closed)).toEqual([]);
});
