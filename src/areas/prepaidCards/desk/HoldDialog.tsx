import { useWrite } from '../../../ui/api/reads.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { prepaidCardsContract, type CardAtDesk } from '../contract.ts';

/** Blocks a card, or gives it back to its client; asks why. */
export function HoldDialog({ card, onClose }: { readonly card: CardAtDesk; readonly onClose: () => void }) {
  const { t } = useWords();
  const hold = useWrite(prepaidCardsContract.calls.hold);
  const act = card.is_held ? 'giveBack' : 'hold';
  return (
    <ReasonDialog
      name={`prepaid-card/${card.id}/${act}`}
      title={t(`prepaidCards.desk.${act}.title`, { id: String(card.id) })}
      verb={t(`prepaidCards.desk.${act}`)}
      onClose={onClose}
      act={(reason) => hold.mutateAsync({ id: String(card.id), held: !card.is_held, reason })}
    >
      {() => <p>{t(`prepaidCards.desk.${act}.text`)}</p>}
    </ReasonDialog>
  );
}
