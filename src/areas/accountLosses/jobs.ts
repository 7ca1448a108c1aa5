import { after, minuteMs } from '../../base/time.ts';
import { regionProfileOf, regions } from '../../law/regions/index.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { notify } from '../notices/face.ts';
import { accountLossesNotices } from './notices.ts';
import { lostTenths, periodOf } from './rules.ts';
import { noteTenths, tellTenths, watchedAccounts, type WatchedAccount } from './store.ts';

const pageSize = 500;
/** Longer than the deals of a platform take to be read. */
const readAgainMs = 4 * minuteMs;

export const jobs = (): Jobs => ({
  on: {},
  every: [{ name: 'accountLosses', seconds: 300, dueBy: 'application', run: lookAtAll }],
});

/** Trade rules: the EU and the UK, where the standard warning stands too. */
const companies = [...new Set(regions.filter(({ riskWarning }) => riskWarning).map(({ company }) => company))];

/** Compares every account with the beginning of its period, and tells of each tenth that is lost, once. */
async function lookAtAll(context: JobContext): Promise<void> {
  const period = periodOf(context.now);
  for (let last = 0; ;) {
    const page = await watchedAccounts(context.sql, { companies, period, after: last, limit: pageSize });
    for (const account of page) if (regionProfileOf(account.profile).riskWarning) await look(account, period, context);
    last = page.at(-1)?.number ?? 0;
    if (page.length < pageSize) return;
  }
}

async function look(account: WatchedAccount, period: string, { transact, now }: JobContext): Promise<void> {
  const { number, clientId } = account;
  await transact(async (sql) => {
    await noteTenths(sql, { number, period, step: lostTenths(account), now });
    const step = await tellTenths(sql, { number, period, seenBefore: after(now, -readAgainMs), now });
    if (step === undefined) return;
    await notify(sql, {
      clientId,
      notice: accountLossesNotices.account_loss,
      values: { number, percent: step * 10, day: period },
      key: `account-loss:${number}:${period}:${step}`,
      now,
    });
  });
}
