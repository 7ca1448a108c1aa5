import { useRead } from '../../../ui/api/reads.ts';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Contact } from '../../../ui/components/WayOn.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { prepaidCardsContract } from '../contract.ts';
import { Apply } from './Apply.tsx';
import { OneCard } from './OneCard.tsx';

/** Document 1 §2: the client's prepaid cards, and asking for one. */
export default function Cards() {
  const { t } = useWords();
  const read = useRead(prepaidCardsContract.calls.look, {});
  return (
    <>
      <ScreenHead title={t('page.prepaidCards')} text={t('prepaidCards.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ cards, offer, why }) => (
          <Stack>
            {cards.map((card) => (
              <OneCard key={card.id} card={card} />
            ))}
            {offer && (
              <Card title={t('prepaidCards.apply.title')}>
                <Apply key={offer.currencies.map(({ currency }) => currency).join()} offer={offer} />
              </Card>
            )}
            {why === 'prepaid_card_not_offered' && cards.length === 0 && (
              <Notice tone="warn" action={<Contact />}>
                {t('prepaidCards.notOffered')}
              </Notice>
            )}
          </Stack>
        )}
      </Loaded>
    </>
  );
}
