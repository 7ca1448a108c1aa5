import { useState } from 'react';
import { investmentCalls } from '../../../protocol/investmentCalls.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Actions, Card, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { AddFunds } from '../../../ui/invest/AddFunds.tsx';
import { Unsubscribe } from '../../../ui/invest/Unsubscribe.tsx';
import { useWords } from '../../../ui/words/context.tsx';

type Over = 'add' | 'end';

/** For whoever follows the strategy already: more money for it, and ending it, each in a dialog (document 2 §2). */
export function Following({ id }: { readonly id: number }) {
  const { t } = useWords();
  const read = useRead(investmentCalls.details, { id });
  const [over, setOver] = useState<Over>();
  const close = (): void => setOver(undefined);
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={2} />}>
      {({ direct: { investment_account: one, sources } }) => (
        <Card>
          <Stack>
            <p>{t('strategies.following')}</p>
            <Actions>
              {one.status !== 'closing' && one.status !== 'closed' && (
                <>
                  <Button onClick={() => setOver('add')}>{t('investments.add')}</Button>
                  <Button look="danger" onClick={() => setOver('end')}>
                    {t('investments.unsubscribe')}
                  </Button>
                </>
              )}
              <LinkButton look="plain" to={{ page: pageLinks.investment, params: { id } }}>
                {t('strategies.following.look')}
              </LinkButton>
            </Actions>
          </Stack>
          {over === 'add' && <AddFunds one={one} sources={sources} onClose={close} />}
          {over === 'end' && <Unsubscribe one={one} onClose={close} />}
        </Card>
      )}
    </Loaded>
  );
}
