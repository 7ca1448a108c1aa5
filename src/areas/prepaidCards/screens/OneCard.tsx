import { useState } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { prepaidCardsContract, type PrepaidCard } from '../contract.ts';
import { isFrozen, mayBlock, mayUnblock } from '../rules.ts';

/** One card: how far it is, and what can be done with it. */
export function OneCard({ card }: { readonly card: PrepaidCard }) {
  const { t, money, date } = useWords();
  const [isAsked, setAsked] = useState(false);
  const shut = useGate('withdraw');
  const { currency, phase, expires } = card;
  const title = t('prepaidCards.card', { currency, digits: card.last_four ?? '····' });
  return (
    <Card title={title}>
      <Stack>
        <p>
          <strong>{t(`prepaidCards.phase.${phase}`)}</strong> · {date(card.moved_at)}
        </p>
        <p>{card.reason ?? t(`prepaidCards.phase.${phase}.text`)}</p>
        <p>
          {card.name_on_card}
          {expires !== null && ` · ${t('prepaidCards.expires', { month: asOnCard(expires) })}`}
        </p>
        {phase === 'declined' && <p>{t('prepaidCards.returned', { fee: money(card.fee, currency) })}</p>}
        {card.wants !== null && <p>{t(`prepaidCards.wants.${card.wants}`)}</p>}
        {card.held && <p>{t('prepaidCards.held')}</p>}
        {card.top_up && <TopUp currency={currency} topUp={card.top_up} />}
        {(mayBlock(card) || mayUnblock(card)) && (
          <div>
            <Button
              look={mayBlock(card) ? 'danger' : 'plain'}
              icon="lock"
              refusal={mayBlock(card) || !isFrozen(shut) ? undefined : shut?.message}
              onClick={() => setAsked(true)}
            >
              {t(mayBlock(card) ? 'prepaidCards.block' : 'prepaidCards.unblock')}
            </Button>
          </div>
        )}
      </Stack>
      {isAsked && <Blocking card={card} title={title} onClose={() => setAsked(false)} />}
    </Card>
  );
}

/** What can go onto it, and why it is no more. */
function TopUp({ currency, topUp }: { readonly currency: string; readonly topUp: NonNullable<PrepaidCard['top_up']> }) {
  const { t, money } = useWords();
  const { pm_id: id, destination, available, back } = topUp;
  return (
    <>
      <p>{t('prepaidCards.topUp.available', { available: money(available, currency) })}</p>
      {back.length > 0 && (
        <p>{t('prepaidCards.topUp.back', { back: back.map((each) => money(each.amount, each.currency)).join(' · ') })}</p>
      )}
      <div>
        <LinkButton to={{ page: pageLinks.withdrawBy, params: { id }, query: { currency, destination: String(destination) } }}>
          {t('prepaidCards.topUp')}
        </LinkButton>
      </div>
    </>
  );
}

interface BlockingProps {
  readonly card: PrepaidCard;
  readonly title: string;
  readonly onClose: () => void;
}

function Blocking({ card, title, onClose }: BlockingProps) {
  const { t } = useWords();
  const block = useWrite(prepaidCardsContract.calls.block);
  const blocked = mayBlock(card);
  const act = async (): Promise<void> => {
    await block.mutateAsync({ id: card.id, blocked }).then(onClose, () => undefined);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <Button look={blocked ? 'danger' : 'main'} isBusy={block.isPending} onClick={() => void act()}>
          {t(blocked ? 'prepaidCards.block' : 'prepaidCards.unblock')}
        </Button>
      }
    >
      <WriteFailure failure={block.error} />
      <p>{t(blocked ? 'prepaidCards.block.text' : 'prepaidCards.unblock.text')}</p>
    </Dialog>
  );
}

/** 2029-11 as it is printed on the card: 11/29. */
function asOnCard(month: string): string {
  return `${month.slice(5)}/${month.slice(2, 4)}`;
}
