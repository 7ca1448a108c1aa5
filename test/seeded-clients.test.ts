import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestHouse, type TestHouse } from '../src/server/testing/house.ts';
import { openProgram, type Program } from './outside/program.ts';

/* The clients that the pinned interfaces promise: who they are, and what their standing lets them do. */

const promised = [
  ['global.active', 3, 'ZA', 12],
  ['global.demo', 3, 'MY', 3],
  ['global.lead', 3, 'MY', 6],
  ['global.my', 3, 'MY', 8],
  ['global.repeat', 3, 'MY', 66],
  ['global.full', 3, 'MY', 9],
  ['global.pending', 3, 'MY', 7],
  ['global.inactive', 3, 'MY', 16],
  ['global.dormant', 3, 'MY', 11],
  ['global.declined', 3, 'MY', 13],
  ['global.frozen', 3, 'MY', 14],
  ['global.promo', 3, 'MY', 12],
  ['closed.client', 3, 'MY', 5],
  ['closed.noneu', 3, 'CY', 18],
  ['closed.uk', 4, 'GB', 19],
  ['eu.active', 1, 'CY', 12],
  ['eu.lead', 1, 'DE', 8],
  ['eu.pro', 1, 'DE', 12],
  ['uk.active', 4, 'GB', 12],
  ['uk.lead', 4, 'GB', 8],
  ['ke.active', 5, 'KE', 12],
  ['ke.full', 5, 'KE', 9],
  ['ng.active', 3, 'NG', 12],
  ['cn.active', 3, 'CN', 12],
  ['cn.locked', 3, 'CN', 9],
  ['hk.active', 3, 'HK', 12],
  ['in.gold', 3, 'IN', 12],
  ['investor.form', 3, 'ZA', 12],
  ['investor.waiting', 3, 'ZA', 12],
  ['investor.approved', 3, 'ZA', 12],
  ['investor.active', 3, 'ZA', 12],
  ['provider.new', 3, 'ZA', 12],
  ['provider.active', 3, 'ZA', 12],
] as const;

let house: TestHouse;
let program: Program;

beforeAll(async () => {
  house = await openTestHouse({ seeds: 'whole' });
  program = await openProgram(house.url);
});
afterAll(async () => house.close());

test.each(promised)(
  '%s of company %i in %s with status %i signs in and is who was promised',
  async (...[name, company, country, status]) => {
    const as = await program.signIn(`${name}@atrium.test`);
    const { data } = await program.ask({ path: 'api/client_info', as });
    expect(data).toMatchObject({ id: as.clientId, company_id: company, country, status_id: status });
    const gates = Object.values(data.gates as Record<string, { message: string } | null>);
    for (const gate of gates) expect(gate?.message ?? 'it is open').toMatch(/\w+ \w+/);
  },
);

describe('what is shut', () => {
  const depositOf = async (name: string, number: number) => {
    const as = await program.signIn(`${name}@atrium.test`);
    const body = {
      action: 'confirm',
      transfer_type: 'deposit',
      account_number: number,
      amount: '100',
      currency: 'USD',
      pm_id: 243,
    };
    return program.ask({ method: 'POST', path: 'api/payments_process', body, as });
  };
  const openOf = async (name: string, group: 'live' | 'demo') => {
    const as = await program.signIn(`${name}@atrium.test`);
    const body = { account_group: group, account: 'standard', currency: 'USD', leverage: 25, swap_free: false, i_agree_tc: true };
    return program.ask({ method: 'POST', path: `api/accounts/${group}`, body, as });
  };

  test.each([
    ['global.lead', 'complete_registration'],
    ['global.pending', 'documents_under_review'],
    ['global.frozen', 'account_frozen'],
    ['global.dormant', 'only_withdrawals'],
    ['closed.client', 'account_closed'],
    ['closed.noneu', 'service_not_available'],
    ['closed.uk', 'service_not_available_uk'],
    ['cn.locked', 'documents_and_profile_only'],
  ])('to %s says why not and changes nothing when a deposit is asked for', async (name, code) => {
    const answer = await depositOf(name, 1);
    expect(answer).toMatchObject({ status: 403, success: false, errors: [{ code }] });
    expect(answer.errors[0]?.errmsg).toMatch(/\w+ \w+/);
  });

  test.each([
    ['hk.active', 'we_are_not_accept_hongkong_clients'],
    ['global.lead', 'complete_registration'],
    ['eu.lead', 'complete_registration'],
  ])('to %s says why no live account can be opened', async (name, code) => {
    const answer = await openOf(name, 'live');
    expect(answer).toMatchObject({ status: 403, success: false, errors: [{ code }] });
  });

  test('to the Hong Kong client is also the demo account, and nothing was opened', async () => {
    const as = await program.signIn('hk.active@atrium.test');
    const count = async () => {
      const { live, demo } = (await program.ask({ path: 'api/accounts', as })).data.accounts;
      return live.length + demo.length;
    };
    const before = await count();
    expect(await openOf('hk.active', 'demo')).toMatchObject({
      status: 403,
      errors: [{ code: 'we_are_not_accept_hongkong_clients' }],
    });
    expect(await count()).toBe(before);
  });
});

test('leverage lists end where the law of the place ends', async () => {
  const most = async (name: string) => {
    const as = await program.signIn(`${name}@atrium.test`);
    const { account_types: types } = (await program.ask({ path: 'api/account_types/live', as })).data;
    return Math.max(
      ...types.flatMap(({ _embedded: inside }: { _embedded: { leverageList: { data: number[] } } }) => inside.leverageList.data),
    );
  };
  expect(await most('eu.active')).toBe(30);
  expect(await most('uk.active')).toBe(30);
  expect(await most('global.active')).toBeGreaterThanOrEqual(500);
  expect(await most('eu.pro')).toBeGreaterThan(30);
});
