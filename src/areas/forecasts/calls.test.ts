import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';

let app: TestApp;
let client: SignedIn;
let analyst: StaffSignedIn;
let finance: StaffSignedIn;
let year: number;

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('global.active');
  [analyst, finance] = [await app.signInStaff('analyst'), await app.signInStaff('finance')];
  year = app.opened.clock.now().getUTCFullYear();
});
afterAll(() => app.close());

const get = async (language = 'en', asked = '') => {
  const headers = { cookie: client.cookie, 'accept-language': language };
  const response = await fetch(`${app.url}/api/js/api/forecasts${asked}`, { headers });
  const { data } = (await response.json()) as {
    data: { year: number; years: number[]; forecasts: { title: string; corrects: string | null }[] };
  };
  return data;
};
const post = (body: object, as = analyst) =>
  app.call({
    method: 'POST',
    path: '/api/desk/forecasts',
    body: { year, period: 'q4', language: 'en', reason: 'as planned', ...body },
    as,
  });
const text = 'We expect calm markets until the end of the year.';

test('an analyst posts a forecast, corrects it and withdraws it, and each of them stays on record', async () => {
  expect(await post({ title: 'The fourth quarter', text }, finance)).toMatchObject({ httpStatus: 403 });
  const first = await post({ title: 'The fourth quarter', text });
  expect(first.errors).toEqual([]);
  expect(await post({ title: 'The fourth quarter', text })).toMatchObject({
    httpStatus: 422,
    errors: [{ code: 'forecast_same' }],
  });
  expect(await get()).toMatchObject({
    year,
    years: [year],
    forecasts: [{ period: 'q4', title: 'The fourth quarter', corrects: null }],
  });

  const second = await post({ title: 'A calmer fourth quarter', text });
  const [shown, ...others] = (await get()).forecasts;
  expect(others).toEqual([]);
  expect(shown).toMatchObject({ title: 'A calmer fourth quarter', corrects: first.data.forecast.posted_at });

  const withdraw = (id: number) =>
    app.call({ method: 'POST', path: `/api/desk/forecasts/${id}/withdraw`, body: { reason: 'no longer so' }, as: analyst });
  const { id } = second.data.forecast;
  const answers = await Promise.all([withdraw(id), withdraw(id)]);
  expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 404]);
  // What it corrected does not come back.
  expect((await get()).forecasts).toEqual([]);
  const { forecasts } = (await app.call({ method: 'GET', path: `/api/desk/forecasts?year=${year}`, as: analyst })).data;
  expect(forecasts.map(({ title }: { title: string }) => title)).toEqual(['A calmer fourth quarter', 'The fourth quarter']);
  const events = await app.owner.sql.many<{ action: string }>(
    `select action from audit_event where action like 'forecast.%' order by id`,
  );
  expect(events.map(({ action }) => action)).toEqual(['forecast.post', 'forecast.post', 'forecast.withdraw']);
});

test('who reads a language that there is a forecast in reads that one, anybody else English; each year has its own', async () => {
  await post({ period: 'year', title: 'The year', text });
  await post({
    period: 'year',
    language: 'zh',
    title: '全年展望',
    text: '我们预计到年底之前市场将保持平静，各主要货币对波动有限。',
  });
  await post({ period: 'q1', year: year + 1, title: 'The year to come', text });
  expect(await post({ year: year + 2, title: 'Far away', text })).toMatchObject({ errors: [{ code: 'forecast_year_far' }] });
  const titles = async (language: string, asked = '') =>
    (await get(language, asked)).forecasts.map(({ title }: { title: string }) => title);
  expect(await titles('zh')).toEqual(['全年展望']);
  expect(await titles('ar')).toEqual(['The year']);
  expect(await titles('en', `?year=${year + 1}`)).toEqual(['The year to come']);
  expect(await titles('en', '?year=2018')).toEqual([]);
  expect((await get()).years).toEqual([year + 1, year]);
});
