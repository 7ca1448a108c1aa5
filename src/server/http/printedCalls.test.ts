import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/app.ts';

/* The calls of trading and investing as the documents print them, held to the document that goes out. */

interface Operation {
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Body }>> };
}

interface Body {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly oneOf?: readonly Body[];
  readonly anyOf?: readonly Body[];
}

let app: TestApp;
let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;

beforeAll(async () => {
  app = await openTestApp();
  ({ paths } = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: typeof paths });
});
afterAll(() => app.close());

const programme = 'api/direct/investment-program';

/** Document 2 §§5 and 7, document 3 §7 with reading 20: what is asked, with the fields that are printed for it. */
const printed: readonly (readonly [method: string, path: string, fields: string])[] = [
  ['get', `${programme}/settings-registry`, ''],
  ['get', `${programme}/manager-profile/{client_id}`, 'client_id'],
  ['get', `${programme}/manager-accounts`, 'page list sort sort_dir order_by order_dir filters'],
  ['get', `${programme}/clients/{clientId}`, 'clientId'],
  ['get', `${programme}/manager-other-accounts`, 'acc_name list page per_page'],
  ['get', `${programme}/manager-account-statistic/tradingReview`, 'date acc_no'],
  ['get', `${programme}/manager-news-feed`, 'page per_page type'],
  ['get', `${programme}/investment-accounts`, ''],
  ['get', `${programme}/investor-statement`, 'investorId id'],
  ['delete', `${programme}/unsubscribe`, 'providerId strategyId'],
  ['post', `${programme}/add-funds`, 'trans_account strategy_id amount currency action'],
  ['get', 'api/direct/copy-trading/status', ''],
  ['post', 'api/direct/client-stocks-form/get', 'account_type_id'],
  ['post', 'api/accounts/live', 'account_group account currency leverage swap_free non_professional i_agree_tc i_agree_nasdaq'],
  ['post', 'api/accounts/demo', 'account_group account currency leverage swap_free demo_trade_balance'],
  ['patch', 'api/direct/accounts/{number}', 'action status'],
  ['get', 'api/fx-signals/instruments', ''],
  ['get', 'api/fx-signals/{instrument}', 'instrument date'],
  ['get', 'api/signals', ''],
  ['get', 'api/signals/top', ''],
  ['get', 'api/signals/free-paid', ''],
  ['get', 'api/signals-client', ''],
  ['get', 'api/client-tc', ''],
  ['get', 'api/direct/symbols', 'include-shares'],
  ['get', 'api/direct/pivot-points/{calc_method}', 'calc_method symbol timeframe'],
  ['get', 'api/forecasts', 'year'],
  [
    'post',
    'api/direct/fxtm_chart_img/render',
    'order open_price open_time_date open_time closed_price closed_time_date closed_time currency profit symbol categories series selling_buying_str save_json',
  ],
  ['get', 'api/direct/tradereport/costsreport', 'date_from date_to account_login'],
  ['get', 'api/direct/tradereport/prepare', 'date_interval date_from date_to account_login'],
  ['get', 'api/trade-report-download', 'id'],
];

test.each(printed)('%s %s is there by its printed name, with what is printed for it', (method, path, fields) => {
  const operation = Object.entries(paths).find(([each]) => each.endsWith(`/${path}`))?.[1][method];
  const known = new Set([
    ...(operation?.parameters ?? []).map(({ name }) => name),
    ...Object.values(operation?.requestBody?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema)),
  ]);
  const asked = fields.split(' ').filter(Boolean);
  expect({ isThere: operation !== undefined, missing: asked.filter((field) => !known.has(field)) }).toEqual({
    isThere: true,
    missing: [],
  });
});

function fieldsOf({ properties = {}, oneOf = [], anyOf = [] }: Body): string[] {
  return [...Object.keys(properties), ...[...oneOf, ...anyOf].flatMap(fieldsOf)];
}
