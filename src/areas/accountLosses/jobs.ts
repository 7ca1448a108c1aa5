import { after, minuteMs } from '../../base/time.ts';
import { regionProfileOf, regions } from '../../law/regions/index.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { setToldMark, toldMark, type ToldMark } from '../accounts/face.ts';
import { notify } from '../notices/face.ts';
import { accountLossesNotices } from './notices.ts';
import { lostTenths, periodOf } from './rules.ts';
import { noteTenths, tellTenths, toldAccounts, untoldAccounts, type WatchedAccount } from './store.ts';

const pageSize = 500;
/** Longer than the deals of a platform take to be read. */
const readAgainMs = 4 * minuteMs;

export const jobs = (): Jobs => ({
  on: {},
  every: [{ name: 'accountLosses', seconds: 300, dueBy: 'application', run: lookAtAll }],
});

/** Trade rules: the EU and the UK, where the standard warning stands too. */
const companies = [...new Set(regions.filter(({ riskWarning }) => riskWarning).map(({ company }) => company))];

/** What a platform told of an account is looked at again for so long: its deals, and what others told, come later. */
const overlapMs = 10 * minuteMs;
const markName = 'account_losses';
const beginning: ToldMark = { at: '1970-01-01T00:00:00Z', number: 0 };

/**
 * Compares accounts with the beginning of their period, and tells of each tenth that is lost, once: those that their platforms have told of
 * since the last look, and those with a loss that was not told yet. What has not moved has lost nothing since.
 */
async function lookAtAll(context: JobContext): Promise<void> {
  const { sql } = context;
  const period = periodOf(context.now);
  const of = { companies, period, limit: pageSize };
  const lookAt = async (accounts: readonly WatchedAccount[]): Promise<void> => {
    for (const account of accounts) if (regionProfileOf(account.profile).riskWarning) await look(account, period, context);
  };
  for (let last = 0; ;) {
    const page = await untoldAccounts(sql, { ...of, after: last });
    await lookAt(page);
    last = page.at(-1)?.number ?? 0;
    if (page.length < pageSize) break;
  }
  const mark = (await toldMark(sql, markName)) ?? beginning;
  for (let from: ToldMark = { at: after(new Date(mark.at), -overlapMs).toISOString(), number: 0 }; ;) {
    const { accounts, last } = await toldAccounts(sql, { ...of, after: from });
    await lookAt(accounts);
    if (last) await setToldMark(sql, markName, (from = last));
    if (accounts.length < pageSize) return;
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
