import type { ShownInvestment, ShownStatus } from '../../../protocol/investment.ts';
import { Amount } from '../../../ui/components/Money.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';

const tones = { new: 'still', active: 'gain', paused: 'warn', closing: 'note', closed: 'still' } as const satisfies Readonly<
  Record<ShownStatus, string>
>;

/** Whatever is neither new, active nor closed is called paused (document 2, "Follower status labels"); one that ends says so beside it. */
export function InvestmentStatus({ status }: { readonly status: ShownStatus }) {
  const { t } = useWords();
  const own = <Status tone={tones[status]}>{t(`investments.status.${status}`)}</Status>;
  if (status !== 'closing') return own;
  return (
    <>
      <Status tone={tones.paused}>{t('investments.status.paused')}</Status> {own}
    </>
  );
}

/** A whole number of per cent, or a text that says so many, the same in every direction of writing. */
export function Percents({ value }: { readonly value: number | string }) {
  return (
    <bdi className="figures" dir="ltr">
      {String(value)}%
    </bdi>
  );
}

/** The same as a choice of a list, which is plain text. */
export const percentsText = (value: number | string): string => `\u2066${value}%\u2069`;

/** What has become of the money. */
export function worthOf({ t }: Words, one: ShownInvestment) {
  const { currency } = one;
  return [
    { key: 'invested', name: t('investments.invested'), value: <Amount value={one.invested} currency={currency} /> },
    { key: 'equity', name: t('investments.equity'), value: <Amount value={one.equity} currency={currency} /> },
    { key: 'result', name: t('investments.result'), value: <Amount value={one.result} currency={currency} kind="gain" /> },
    { key: 'mark', name: t('investments.highWater'), value: <Amount value={one.high_water} currency={currency} /> },
    { key: 'shareNow', name: t('investments.shareNow'), value: <Amount value={one.share_now} currency={currency} /> },
  ];
}

/** What was agreed to. */
export function termsOf({ t, date }: Words, one: ShownInvestment) {
  const { currency } = one;
  return [
    { key: 'account', name: t('investments.account'), value: String(one.acc_no) },
    { key: 'fee', name: t('investments.fee'), value: <Percents value={one.remun_fee} /> },
    { key: 'safety', name: t('investments.safety'), value: t(one.safety_mode ? 'investments.on' : 'investments.off') },
    { key: 'protection', name: t('investments.protection'), value: <Percents value={one.protection} /> },
    {
      key: 'protected',
      name: t('investments.protectedEquity'),
      value: <Amount value={one.protected_equity} currency={currency} />,
    },
    { key: 'started', name: t('investments.started'), value: one.started_at === null ? '–' : date(one.started_at) },
  ];
}
