import { Status } from '../../../ui/components/Status.tsx';
import type { Column } from '../../../ui/components/Table.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import type { Level, PledgeAtDesk } from '../contract.ts';

const tones = { none: 'still', warning: 'note', call: 'warn', sale: 'loss' } as const satisfies Record<Level, string>;

/** How pledges are listed, all of them and those of a client. */
export function usePledgeColumns(): readonly Column<PledgeAtDesk>[] {
  const { t, money, dateTime } = useWords();
  return [
    { key: 'account', title: t('goldCollateral.desk.account'), onPhone: 'main', cell: ({ account }) => String(account) },
    {
      key: 'client',
      title: t('goldCollateral.desk.client'),
      cell: ({ client_id: id }) => <PageLink to={{ page: deskLinks.client, params: { id } }}>{id}</PageLink>,
    },
    { key: 'company', title: t('goldCollateral.desk.company'), cell: ({ company }) => String(company) },
    {
      key: 'weight',
      title: t('goldCollateral.desk.weight'),
      isFigures: true,
      cell: ({ weight }) => t('goldCollateral.desk.grams', { g: weight.g }),
    },
    {
      key: 'worth',
      title: t('goldCollateral.desk.worth'),
      isFigures: true,
      cell: ({ worth }) => (worth === null ? t('goldCollateral.desk.unknown') : money(worth, 'USD')),
    },
    { key: 'credit', title: t('goldCollateral.desk.credit'), isFigures: true, cell: ({ credit }) => money(credit, 'USD') },
    {
      key: 'lent',
      title: t('goldCollateral.desk.lent'),
      isFigures: true,
      cell: ({ lent_percent: lent }) => (lent === null ? t('goldCollateral.desk.unknown') : `${lent} %`),
    },
    {
      key: 'level',
      title: t('goldCollateral.desk.level'),
      cell: ({ level, waits }) => (
        <Status tone={tones[level]}>{t(waits ? 'goldCollateral.desk.waits' : `goldCollateral.desk.level.${level}`)}</Status>
      ),
    },
    { key: 'at', title: t('goldCollateral.desk.priceAt'), cell: ({ price_at: at }) => (at === null ? '' : dateTime(at)) },
  ];
}
