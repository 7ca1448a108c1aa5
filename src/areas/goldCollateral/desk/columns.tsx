import { Status } from '../../../ui/components/Status.tsx';
import type { Column } from '../../../ui/components/Table.tsx';
import { useDeclared } from '../../../ui/desk/columns.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import type { Level, PledgeAtDesk } from '../contract.ts';
import { pledgeColumns } from '../rules.ts';

const tones = { none: 'still', warning: 'note', call: 'warn', sale: 'loss' } as const satisfies Record<Level, string>;

/** How pledges are listed, all of them and those of a client. */
export function usePledgeColumns(): readonly Column<PledgeAtDesk>[] {
  const { t, money } = useWords();
  const declared = useDeclared();
  return declared(pledgeColumns, {
    account: { onPhone: 'main' },
    at: { isWideOnly: true },
    client: { cell: ({ client_id: id }) => <PageLink to={{ page: deskLinks.client, params: { id } }}>{id}</PageLink> },
    weight: { cell: ({ weight }) => t('goldCollateral.desk.grams', { g: weight.g }) },
    worth: { cell: ({ worth }) => (worth === null ? t('goldCollateral.desk.unknown') : money(worth, 'USD')) },
    lent: { cell: ({ lent_percent: lent }) => (lent === null ? t('goldCollateral.desk.unknown') : `${lent}%`) },
    level: {
      cell: ({ level, waits }) => (
        <Status tone={tones[level]}>{t(waits ? 'goldCollateral.desk.waits' : `goldCollateral.desk.level.${level}`)}</Status>
      ),
    },
  });
}
