import { Button } from '../../../ui/components/Button.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import type { Column } from '../../../ui/components/Table.tsx';
import { useDeclared } from '../../../ui/desk/columns.tsx';
import { useRight } from '../../../ui/desk/staff.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import type { CardAtDesk } from '../contract.ts';
import { cardColumns } from '../rules.ts';

const tones = {
  requested: 'note',
  in_review: 'note',
  approved: 'note',
  shipped: 'note',
  active: 'gain',
  blocked: 'warn',
  expired: 'still',
  declined: 'loss',
} as const satisfies Record<CardAtDesk['phase'], string>;

/** How cards are listed, all of them and those of a client. */
export function useCardColumns(act: (card: CardAtDesk) => void): readonly Column<CardAtDesk>[] {
  const { t } = useWords();
  const declared = useDeclared();
  const mayAct = useRight('transfers');
  return [
    ...declared(cardColumns, {
      client: { cell: ({ client_id: id }) => <PageLink to={{ page: deskLinks.client, params: { id } }}>{id}</PageLink> },
      phase: {
        cell: ({ phase, is_held: isHeld }) => {
          const word = t(`prepaidCards.phase.${phase}`);
          return <Status tone={tones[phase]}>{isHeld ? t('prepaidCards.desk.held', { phase: word }) : word}</Status>;
        },
      },
      asked: { isWideOnly: true },
    }),
    {
      key: 'act',
      title: t('prepaidCards.desk.act'),
      onPhone: 'action',
      cell: (card) =>
        mayAct &&
        card.may_hold && (
          <Button look="plain" size="small" onClick={() => act(card)}>
            {t(card.is_held ? 'prepaidCards.desk.giveBack' : 'prepaidCards.desk.hold')}
          </Button>
        ),
    },
  ];
}
