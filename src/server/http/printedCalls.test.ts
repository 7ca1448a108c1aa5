import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/app.ts';

/* The calls of trading and investing as the documents print them, held to the document that goes out. */

interface Operation {
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Body }>>;
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

const strategyRow = 'acc_no acc_name remun_fee acc_curr ts';
const levels = ['resistance', 'support'].flatMap((kind) => [1, 2, 3, 4, 5].map((place) => `${kind}${place}`)).join(' ');
const investmentAccount = 'investment_account reports sharesByInstrument daily_equity_stats date equity';

/**
 * Document 2 §§3, 5 and 7, document 3 §§3 and 7 with reading 20: what is asked, with the fields that are printed for it, and what of the
 * answer is printed, at whatever depth. `password_confirm` of an open-account form is not taken (reading 22).
 */
const printed: readonly (readonly [method: string, path: string, fields: string, answers: string])[] = [
  ['get', `${programme}/settings-registry`, '', ''],
  ['get', `${programme}/manager-profile/{client_id}`, 'client_id', 'owner_id avatar country'],
  [
    'get',
    `${programme}/manager-accounts`,
    'page list sort sort_dir order_by order_dir filters',
    `manager_accounts total_items page_size owner_id leader_id avatar country ${strategyRow}`,
  ],
  [
    'get',
    `${programme}/manager-accounts/{acc_no}`,
    'acc_no',
    'acc_no acc_name acc_descr equity similar_accounts news reviewed_at author total_profit_history date_time unit_price monthly_profit_history last_month_profit_history monthly_statistic_by_trades date quantity trading_days',
  ],
  [
    'get',
    `${programme}/clients/{clientId}`,
    'clientId',
    'status trade_accounts strategies id name currency requests archiveRequests investmentAccounts offer remunerations add_funds_accounts',
  ],
  ['get', `${programme}/investor`, '', 'status investorRisk suitabilityTestAnswers'],
  [
    'get',
    `${programme}/manager-other-accounts`,
    'acc_name list page per_page',
    `active inactive total_active page_size page ${strategyRow}`,
  ],
  [
    'get',
    `${programme}/manager-account-statistic/tradingReview`,
    'date acc_no',
    'review_symbol pairs symbol buy sell loss profit avg_loss avg_profit avg_pips stop_loss take_profit avg_sl avg_tp avg_duration totals_and_stats total_sell_perc total_buy_perc total_profit_perc total_loss_perc total_stop_loss_perc total_take_profit_perc biggest_profit biggest_loss total_trades trading_review profitable unprofitable',
  ],
  ['get', `${programme}/manager-news-feed`, 'page per_page type', 'manager_news_feed total_items page_size'],
  ['get', `${programme}/investment-accounts`, '', 'status wallets investment_accounts totals'],
  ['get', `${programme}/investment-accounts/{id}`, 'id', investmentAccount],
  ['get', `${programme}/investor-statement`, 'investorId id', 'orders closed strategy'],
  ['delete', `${programme}/unsubscribe`, 'providerId strategyId', ''],
  ['post', `${programme}/add-funds`, 'trans_account strategy_id amount currency action', ''],
  ['get', 'api/direct/copy-trading/status', '', 'client_details signals_login signals_balance'],
  [
    'post',
    'api/direct/client-stocks-form/get',
    'account_type_id',
    'showW8BENForm client_tin_number showCommonStockQuestionnaire showExtraStockQuestionnaire advantage_stock_data client_has_enabled_stock',
  ],
  [
    'post',
    'api/direct/client-stocks-form/save',
    'tin_number is_different_address mailing_address city_and_state_with_index country signature occupation_id occupation_other employer_name title_and_position_id title_and_position_other employment_function annual_income_id saving_investments_id investment_objectives_id investment_objectives_other',
    '',
  ],
  [
    'get',
    'api/account_types/live',
    '',
    'name displayName accountTypeId accountTitle defaultLeverage maxLeverage swapFree _embedded leverageList minDeposit data account_currencies',
  ],
  [
    'post',
    'api/accounts/live',
    'account_group account currency leverage swap_free non_professional i_agree_tc i_agree_nasdaq',
    'accounts',
  ],
  ['post', 'api/accounts/demo', 'account_group account currency leverage swap_free demo_trade_balance', 'accounts'],
  ['patch', 'api/direct/accounts/{number}', 'action status', ''],
  ['get', 'api/fx-signals/instruments', '', 'instruments'],
  [
    'get',
    'api/fx-signals/{instrument}',
    'instrument date',
    'fxtm_signals signal instruments post_status market_holidays date_time time_session chart_uri',
  ],
  ['get', 'api/signals', '', 'signals'],
  ['get', 'api/signals/top', '', 'signals'],
  ['get', 'api/signals/free-paid', '', 'free paid'],
  ['get', 'api/signals-client', '', 'id name provider price profit drawdown subscribers subscribed_until'],
  ['get', 'api/client-tc', '', ''],
  ['get', 'api/direct/symbols', 'include-shares', 'direct symbols'],
  [
    'get',
    'api/direct/pivot-points/{calc_method}',
    'calc_method symbol timeframe',
    `current_price pivot_point indicators lwma macd momentum is_bullish last_tick_time ${levels}`,
  ],
  ['get', 'api/direct/price-levels/{calc_method}', 'calc_method', `pivot_point current_price distances chart ${levels}`],
  ['get', 'api/forecasts', 'year', 'year forecasts'],
  [
    'post',
    'api/direct/fxtm_chart_img/render',
    'order open_price open_time_date open_time closed_price closed_time_date closed_time currency profit symbol categories series selling_buying_str save_json',
    'json_filename image_url error',
  ],
  ['get', 'api/direct/tradereport/costsreport', 'date_from date_to account_login', 'mifidCostsOrder chart_data'],
  ['get', 'api/direct/tradereport/prepare', 'date_interval date_from date_to account_login', 'prepareOrder tradeReports'],
  ['get', 'api/trade-report-download', 'id', ''],
];

test.each(printed)('%s %s is there by its printed name, with what is printed for it', (method, path, ...told) => {
  const [fields, answers] = told;
  const operation = Object.entries(paths).find(([each]) => each.endsWith(`/${path}`))?.[1][method];
  const known = new Set([
    ...(operation?.parameters ?? []).map(({ name }) => name),
    ...bodiesOf(operation?.requestBody).flatMap(fieldsOf),
  ]);
  const answered = new Set<string>();
  for (const schema of bodiesOf(operation?.responses['200'])) collect(schema, answered);
  const missing = (asked: string, there: ReadonlySet<string>) => asked.split(' ').filter((field) => field && !there.has(field));
  expect({ isThere: operation !== undefined, untaken: missing(fields, known), untold: missing(answers, answered) }).toEqual({
    isThere: true,
    untaken: [],
    untold: [],
  });
});

function bodiesOf(of: Content | undefined): Body[] {
  return Object.values(of?.content ?? {}).map(({ schema }) => schema);
}

function fieldsOf({ properties = {}, oneOf = [], anyOf = [] }: Body): string[] {
  return [...Object.keys(properties), ...[...oneOf, ...anyOf].flatMap(fieldsOf)];
}

/** The names of all fields of a schema, at every depth. */
function collect(schema: unknown, names: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name);
    collect(value, names);
  }
}
