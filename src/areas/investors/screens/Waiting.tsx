import { pageLinks } from '../../../protocol/pageLinks.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { useInvestorPage } from './page.ts';

/** The answers are being looked at. */
export default function Waiting() {
  const { t, dateTime } = useWords();
  const read = useInvestorPage('waiting');
  return (
    <>
      <ScreenHead title={t('page.investors.waiting')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
        {({ direct: { investor } }) => (
          <Stack>
            <GateNotice action="invest" />
            <Card>
              <Stack>
                <p>{t('investors.waiting.text', { at: investor.answered_at === null ? '–' : dateTime(investor.answered_at) })}</p>
                <div>
                  <LinkButton look="plain" to={{ page: pageLinks.strategies }}>
                    {t('nav.strategies')}
                  </LinkButton>
                </div>
              </Stack>
            </Card>
          </Stack>
        )}
      </Loaded>
    </>
  );
}
