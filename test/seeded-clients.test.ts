import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContracts } from '../bin/catalogue.ts';
import { gateCodes } from '../src/law/gates.ts';
import { operationId } from '../src/protocol/call.ts';
import { openTestApp, type TestApp } from '../src/server/testing/app.ts';
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

let app: TestApp;
let program: Program;

beforeAll(async () => {
  app = await openTestApp({ seeds: 'whole' });
  program = await openProgram(app.url);
});
afterAll(async () => app.close());

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

test.each([
  ['uk.active', { branch_id: 3 }],
  ['uk.lead', { branch_id: 3 }],
  ['global.active', { branch_id: 1, client_category: 0 }],
  ['eu.active', { at_passed: true }],
  ['eu.lead', { at_passed: false }],
  ['eu.pro', { client_category: 2 }],
  ['ke.active', { isKenyaBroker: true }],
  ['hk.active', { client_can_open_account: false }],
  ['in.gold', { gates: { gold: null, buy_gold: null, sell_gold: null } }],
  ['cn.locked', { gates: { view: { code: 'documents_and_profile_only' }, view_profile: null } }],
] as const)('what else was promised of %s is so', async (name, facts) => {
  const as = await program.signIn(`${name}@atrium.test`);
  expect((await program.ask({ path: 'api/client_info', as })).data).toMatchObject(facts);
});

test('whoever was promised a bonus has an account with one, and is asked to let it go before money leaves', async () => {
  const as = await program.signIn('global.promo@atrium.test');
  const { live } = (await program.ask({ path: 'api/accounts', as })).data.accounts;
  const promo = live.find(({ is_promo: isPromo }: { is_promo: boolean }) => isPromo);
  const other =
    (await program.ask({ path: 'api/direct/wallets', as })).data.wallets[0] ?? live.find((one: object) => one !== promo);
  const move = (body: object) => program.ask({ method: 'POST', path: 'api/payments_process', body, as });
  const [account_number, target_account_number] = [promo.number, other.number];
  const asked = { action: 'confirm', transfer_type: 'transfer', account_number, target_account_number, amount: '10.00' };
  const { data } = await move(asked);
  const save = { action: 'save', remittance_id: data.remittance_id };
  expect(await move(save)).toMatchObject({ status: 422, errors: [{ code: '20034' }] });
  expect((await move({ ...save, confirm_bonus_removal: true })).data.status).toBe('completed');
});

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
    ['global.dormant', 'account_dormant'],
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

/**
 * Every write of a signed-in client: the gate that its contract names (null: none, for it hangs on what is asked and the
 * handler asks it), and what a frozen, a closed and a dormant client are told. null is let through.
 */
const writes = [
  ['accounts.changeStatus', 'archive_account', 'account_frozen', 'account_closed', 'account_dormant'],
  ['accounts.changeLeverage', 'change_leverage', 'account_frozen', 'account_closed', 'account_dormant'],
  ['accounts.rename', 'archive_account', 'account_frozen', 'account_closed', 'account_dormant'],
  // Which gate hangs on what is answered: the test, the yearly confirmation or the questions about risk.
  ['appropriateness.save', null, 'account_frozen', 'account_closed', 'test_not_asked'],
  // What the tools do for a client; that an alert is taken away nobody is kept from.
  ['calendar.setAlert', 'use_tools', null, 'account_closed', null],
  ['calendar.removeAlert', 'view', null, null, null],
  // Who has an investment may always have its copies closed.
  ['copying.pause', 'view', null, null, null],
  ['copying.resume', 'trade', 'account_frozen', 'account_closed', 'account_dormant'],
  ['copyTrading.start', 'invest', 'account_frozen', 'account_closed', 'account_dormant'],
  ['copyTrading.subscribe', 'invest', 'account_frozen', 'account_closed', 'account_dormant'],
  // It ends what costs money: whoever may look may end it.
  ['copyTrading.cancel', 'view', null, null, null],
  // Whoever has not moved is told so by the handler.
  ['deposit.countRecords', 'change_profile', 'account_frozen', 'account_closed', null],
  ['deposit.prefer', 'view', null, null, null],
  ['deposit.preferByApi', 'view', null, null, null],
  ['deposit.openWallet', 'deposit', 'account_frozen', 'account_closed', 'account_dormant'],
  ['deposit.request', 'deposit', 'account_frozen', 'account_closed', 'account_dormant'],
  // A paper moves nothing; of closed clients the handler takes none.
  ['documents.upload', 'view_documents', null, null, null],
  ['feedback.give', 'view', null, null, null],
  ['feedback.note', 'view', null, null, null],
  ['files.beginUpload', 'view_documents', null, null, null],
  ['files.sendPart', 'view_documents', null, null, null],
  // Who is not dormant is told so by the handler.
  ['dormancy.wake', 'change_profile', 'account_frozen', 'account_closed', null],
  ['enrolment.submit', 'enrol', 'account_frozen', 'account_closed', null],
  ['enrolment.keep', 'enrol', 'account_frozen', 'account_closed', null],
  ['enrolment.note', 'enrol', 'account_frozen', 'account_closed', null],
  ['enrolment.employment', 'change_profile', 'account_frozen', 'account_closed', null],
  ['enrolment.turnover', 'change_profile', 'account_frozen', 'account_closed', null],
  ['enrolment.taxResidency', 'change_profile', 'account_frozen', 'account_closed', null],
  ['enrolment.means', 'change_profile', 'account_frozen', 'account_closed', null],
  // Nobody is kept from freezing their account: whether there is anything to freeze the handler says.
  ['freezing.freeze', null, null, null, null],
  ['freezing.lift', null, null, null, null],
  // Whoever may look may take along what is kept of them.
  ['exports.personal', 'view_profile', null, null, null],
  ['personalData.askErasure', 'view_profile', null, null, null],
  ['personalData.withdrawErasure', 'view_profile', null, null, null],
  ['goldDelivery.request', 'sell_gold', 'account_frozen', 'account_closed', 'gold_not_available_here'],
  ['goldDelivery.pin', 'sell_gold', 'account_frozen', 'account_closed', 'gold_not_available_here'],
  ['goldDelivery.confirm', 'sell_gold', 'account_frozen', 'account_closed', 'gold_not_available_here'],
  ['goldDelivery.pay', 'sell_gold', 'account_frozen', 'account_closed', 'gold_not_available_here'],
  ['goldDelivery.cancel', 'sell_gold', 'account_frozen', 'account_closed', 'gold_not_available_here'],
  ['goldCollateral.previewPledge', 'buy_gold', 'account_frozen', 'account_closed', 'account_dormant'],
  ['goldCollateral.pledge', 'buy_gold', 'account_frozen', 'account_closed', 'account_dormant'],
  ['goldCollateral.previewReturn', 'sell_gold', 'account_frozen', 'account_closed', 'gold_not_available_here'],
  ['goldCollateral.giveBack', 'sell_gold', 'account_frozen', 'account_closed', 'gold_not_available_here'],
  // What there is to read may be taken along.
  ['exports.begin', 'export_transfers', null, null, null],
  ['exports.prepareReport', 'export_transfers', null, null, null],
  ['gold.quoteBuy', 'buy_gold', 'account_frozen', 'account_closed', 'account_dormant'],
  ['gold.quoteSell', 'sell_gold', 'account_frozen', 'account_closed', 'gold_not_available_here'],
  ['gold.buy', 'buy_gold', 'account_frozen', 'account_closed', 'account_dormant'],
  ['gold.sell', 'sell_gold', 'account_frozen', 'account_closed', 'gold_not_available_here'],
  ['history.cancel', 'cancel_transfer', null, 'account_closed', null],
  // Asked once it is known that something else arrived than was asked for: payments/told.test.ts.
  ['history.accept', null, null, null, null],
  // A paper moves nothing.
  ['history.paper', 'view', null, null, null],
  ['inbox.update', 'view', null, null, null],
  // Whoever only reads may sign on where they have moved to: moves/notAsked.test.ts. What can be agreed to: moves/calls.test.ts.
  ['moves.act', 'view', 'account_frozen', 'account_closed', null],
  // Whatever a client may do, they may say no.
  ['moves.withdraw', 'view', null, null, null],
  ['moves.process', 'transfer', 'account_frozen', 'account_closed', 'account_dormant'],
  ['moves.processUk', 'transfer', 'account_frozen', 'account_closed', 'account_dormant'],
  ['moves.sendpin', 'transfer', 'account_frozen', 'account_closed', 'account_dormant'],
  ['moves.sendpinUk', 'transfer', 'account_frozen', 'account_closed', 'account_dormant'],
  // A notice is put away, nothing of the client's is changed.
  ['interposing.agreeTerms', null, null, null, null],
  ['interposing.agreePersonalData', null, null, null, null],
  ['investments.follow', 'invest', 'account_frozen', 'account_closed', 'account_dormant'],
  ['investments.addFunds', 'invest', 'account_frozen', 'account_closed', 'account_dormant'],
  ['investments.withdraw', 'withdraw', 'account_frozen', 'account_closed', null],
  // It closes positions, and what it brings back goes into the own wallet.
  ['investments.unsubscribe', 'close_position', null, null, null],
  ['investors.save', 'invest', 'account_frozen', 'account_closed', 'account_dormant'],
  ['interposing.setRequiredPassword', null, null, null, null],
  ['notices.read', null, null, null, null],
  ['notices.remove', null, null, null, null],
  // In which browser one is told is anybody's.
  ['notices.removePush', null, null, null, null],
  ['notices.savePush', null, null, null, null],
  ['opening.openLive', 'open_live_account', 'account_frozen', 'account_closed', 'account_dormant'],
  ['opening.openDemo', 'open_demo_account', null, 'account_closed', 'account_dormant'],
  // Who may not deal with an account any more keeps it safe all the same, but for those who are closed.
  ['opening.topUp', 'trade_demo', null, 'account_closed', 'account_dormant'],
  ['passwords.sendAccountPin', 'change_trading_password', null, 'account_closed', null],
  ['passwords.checkAccountPin', 'change_trading_password', null, 'account_closed', null],
  ['passwords.changeAccountPassword', 'change_trading_password', null, 'account_closed', null],
  ['passwords.sendProfilePin', null, null, null, null],
  ['passwords.checkProfilePin', null, null, null, null],
  ['passwords.changeProfilePassword', null, null, null, null],
  ['passwords.profilePasswordByAction', null, null, null, null],
  // Asked once it is known who may: professional/professional.test.ts.
  ['professional.evidence', null, null, null, null],
  ['professional.request', null, null, null, null],
  ['professional.accept', null, null, null, null],
  ['profile.subscribe', 'view_profile', null, null, null],
  ['profile.sendContactPin', 'change_profile', 'account_frozen', 'account_closed', null],
  ['profile.saveContact', 'change_profile', 'account_frozen', 'account_closed', null],
  // Letters are chosen by anybody; of the other sections the gate is asked once it is known which is meant.
  ['profile.updateAccount', 'view_profile', 'account_frozen', 'account_closed', null],
  ['profile.removeSecondary', 'change_profile', 'account_frozen', 'account_closed', null],
  ['profile.savePicture', 'change_profile', 'account_frozen', 'account_closed', null],
  ['profile.removePicture', 'change_profile', 'account_frozen', 'account_closed', null],
  ['providers.approval', 'open_live_account', 'account_frozen', 'account_closed', 'account_dormant'],
  ['providers.accountRequest', 'open_live_account', 'account_frozen', 'account_closed', 'account_dormant'],
  ['providers.offer', 'open_live_account', 'account_frozen', 'account_closed', 'account_dormant'],
  ['strategyNews.write', 'open_live_account', 'account_frozen', 'account_closed', 'account_dormant'],
  ['remunerations.archive', 'close_position', null, null, null],
  ['research.launch', 'use_tools', null, 'account_closed', null],
  ['remittance.process', null, 'account_frozen', 'account_closed', 'account_dormant'],
  ['security.end', null, null, null, null],
  ['security.endOthers', null, null, null, null],
  // Who sits in a session of somebody who has frozen the account locks nobody out of having it back.
  ['security.beginTotp', 'change_profile', 'account_frozen', 'account_closed', null],
  ['security.finishTotp', 'change_profile', 'account_frozen', 'account_closed', null],
  ['security.removeFactor', 'change_profile', 'account_frozen', 'account_closed', null],
  ['security.beginPasskey', 'change_profile', 'account_frozen', 'account_closed', null],
  ['security.addPasskey', 'change_profile', 'account_frozen', 'account_closed', null],
  ['security.renewCodes', 'change_profile', 'account_frozen', 'account_closed', null],
  ['session.used', null, null, null, null],
  // Saying yes or no to being counted is everybody's.
  ['tracking.choose', 'view_profile', null, null, null],
  ['tracking.view', 'view', null, null, null],
  ['transferAutomation.create', 'transfer', 'account_frozen', 'account_closed', 'account_dormant'],
  // Whoever may order nothing any more can still pause and end; going on is held to the gate of transfers.
  ['transferAutomation.change', 'view', null, null, null],
  // It tells what is asked, and changes nothing.
  ['stocks.getForm', 'view_stocks', null, null, null],
  ['stocks.saveForm', 'open_stock_account', 'account_frozen', 'account_closed', 'account_dormant'],
  ['trading.place', 'view', 'account_frozen', 'account_closed', 'account_dormant'],
  ['trading.close', 'close_position', null, null, null],
  ['trading.closeBy', 'close_position', null, null, null],
  ['trading.closeManyBy', 'close_position', null, null, null],
  ['trading.closeMany', 'close_position', null, null, null],
  ['trading.change', 'view', 'account_frozen', 'account_closed', 'account_dormant'],
  ['trading.cancel', 'close_position', null, null, null],
  ['trading.stops', 'close_position', null, null, null],
  ['trading.setTrailing', 'close_position', null, null, null],
  // A picture moves nothing.
  ['bestTrades.render', 'view', null, null, null],
  // An alert moves nothing.
  ['trading.setAlert', 'view', null, null, null],
  ['trading.removeAlert', 'view', null, null, null],
  ['trading.keepWatched', 'view', null, null, null],
  ['trading.createWatchlist', 'view', null, null, null],
  ['trading.renameWatchlist', 'view', null, null, null],
  ['trading.moveWatchlist', 'view', null, null, null],
  ['trading.chooseWatchlist', 'view', null, null, null],
  ['trading.removeWatchlist', 'view', null, null, null],
  ['trading.moveWatched', 'view', null, null, null],
  // Nor what is drawn.
  ['trading.keepChartLayout', 'view', null, null, null],
  ['trading.keepFigure', 'view', null, null, null],
  ['trading.removeFigure', 'view', null, null, null],
  ['prepaidCards.apply', 'withdraw', 'account_frozen', 'account_closed', null],
  // Whoever has lost a card has it blocked, whatever else they may not do.
  ['prepaidCards.block', 'view', null, null, null],
  ['withdraw.pin', 'withdraw', 'account_frozen', 'account_closed', null],
  // It moves nothing: whoever may look is told what moves.
  ['trading.watch', 'view', null, null, null],
  // A scan moves nothing; whoever may send no papers begins none.
  ['verification.createFlow', 'view_documents', null, null, null],
  ['verification.moveToWaiting', 'view_documents', null, null, null],
  ['verification.scanPicture', 'view_documents', null, null, null],
  ['verification.completeFlow', 'view_documents', null, null, null],
  ['verification.rejectFlow', 'view_documents', null, null, null],
] as const;

/** What must stand in the question for the handler to come to its gate. Of everything else an empty body is enough. */
const bodies: Readonly<Record<string, (account: number) => object>> = {
  'appropriateness.save': () => ({ action: 'save', answers: [] }),
  'remittance.process': () => ({ action: 'confirm', transfer_type: 'transfer' }),
  'moves.act': () => ({ action: 'accept_ftg_terms', is_terms_agreed: true }),
  'profile.updateAccount': () => ({ section: 'employment', fields: {} }),
  'trading.place': (account) => ({ account, symbol: 'BTCUSD', side: 'buy', lots: '0.01' }),
  'trading.change': (account) => ({ account, at_price: '1' }),
};

describe('the gate of a write', () => {
  const declared = async () =>
    (await loadContracts()).flatMap((contract) =>
      Object.entries(contract.calls).map(([name, call]) => ({ ...call, name: operationId(contract, name) })),
    );

  test('is the one that the table has, for every write of every area', async () => {
    const found = (await declared()).filter(({ who, method }) => who === 'client' && method !== 'GET');
    expect(Object.fromEntries(found.map(({ name, gate }) => [name, gate ?? null]))).toEqual(
      Object.fromEntries(writes.map(([name, gate]) => [name, gate])),
    );
  });

  test.each([
    ['global.frozen', 2],
    ['closed.client', 3],
    ['global.dormant', 4],
  ] as const)('is asked of %s before anything else is said', async (client, column) => {
    const as = await program.signIn(`${client}@atrium.test`);
    const { number } = await app.database.sql.one<{ readonly number: number }>(
      'select number from trading_account where client_id = $1 and not is_demo order by number limit 1',
      [as.clientId],
    );
    const calls = await declared();
    const answers = await Promise.all(
      writes.map(async ([name]) => {
        const { method, path } = calls.find((call) => call.name === name) ?? { method: 'POST', path: name };
        const body = bodies[name]?.(number) ?? {};
        const { errors } = await app.call({ method, path: path.replaceAll(/\{\w+\}/g, '1'), body, as });
        const code = errors[0]?.code;
        return [name, gateCodes.find((gate) => gate === code) ?? null] as const;
      }),
    );
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(writes.map((row) => [row[0], row[column]])));
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
  expect(await most('ke.active')).toBeGreaterThanOrEqual(500);
  expect(await most('eu.pro')).toBeGreaterThan(30);
});

test('whoever may be offered incentives may refer a friend, and nobody else', async () => {
  // Readings §10: the incentives of the region decide, whatever else is kept of a client.
  await app.owner.sql.run('update client set can_refer = not can_refer');
  const mayRefer = async (name: string) => {
    const as = await program.signIn(`${name}@atrium.test`);
    return [name, (await program.ask({ path: 'api/client_info', as })).data.canRefer];
  };
  const wanted = { 'global.active': true, 'ke.active': true, 'eu.active': false, 'eu.pro': false, 'uk.active': false };
  for (const [name, may] of Object.entries(wanted)) expect(await mayRefer(name)).toEqual([name, may]);
});
