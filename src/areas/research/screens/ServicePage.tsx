import { useEffect, useRef } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import type { CallFailure } from '../../../ui/api/failure.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded, RefusedState, WriteFailure } from '../../../ui/components/States.tsx';
import { WayOn } from '../../../ui/components/WayOn.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { researchContract, type AskedService, type Service } from '../contract.ts';
import styles from './ServicePage.module.css';

const { calls } = researchContract;
/** A foreign page needs scripts; it has no origin here, leads the portal nowhere and is told of nobody. */
const frameRights = 'allow-scripts allow-forms allow-popups';

/** What a vendor makes for clients, in a frame of its own; where it is not open, why, and what opens it. */
export function ServicePage({ service }: { readonly service: Service }) {
  const { t } = useWords();
  const read = useRead(calls.clientTc, {});
  return (
    <>
      <ScreenHead title={t(`page.research.${service}`)} text={t(`research.text.${service}`)} />
      <Loaded read={read} skeleton={<SkeletonCard lines={10} />}>
        {({ services, equity }) => {
          const asked = services.find((one) => one.service === service);
          if (!asked) return null;
          return asked.is_open ? <Framed key={service} service={service} /> : <Shut asked={asked} equity={equity} />;
        }}
      </Loaded>
    </>
  );
}

function Shut({ asked, equity }: { readonly asked: AskedService; readonly equity: string }) {
  const { t, money } = useWords();
  const code = asked.code ?? 'research_approved_only';
  return (
    <Stack>
      <Card>
        <RefusedState message={asked.message ?? ''} action={<WayOn code={code} size="medium" />} />
      </Card>
      <Card title={t('research.asks')}>
        <Facts
          items={[
            { key: 'papers', name: t('research.asks.papers'), value: t(asked.approved_only ? 'research.yes' : 'research.no') },
            { key: 'least', name: t('research.asks.equity'), value: money(asked.least_equity, 'USD') },
            { key: 'equity', name: t('research.equity'), value: money(equity, 'USD') },
          ]}
        />
      </Card>
    </Stack>
  );
}

function Framed({ service }: { readonly service: Service }) {
  const { t } = useWords();
  const launch = useWrite(calls.launch);
  const isDue = useRef(true);
  const { mutate } = launch;
  useEffect(() => {
    if (!isDue.current) return;
    isDue.current = false;
    mutate({ service });
  }, [mutate, service]);
  const again = (): void => mutate({ service });
  if (launch.error) return <Failed failure={launch.error} isBusy={launch.isPending} onAgain={again} />;
  if (!launch.data) return <SkeletonCard lines={10} />;
  return (
    <Card isFlush>
      <iframe
        className={styles.frame}
        src={launch.data.url}
        title={t(`page.research.${service}`)}
        sandbox={frameRights}
        referrerPolicy="no-referrer"
      />
    </Card>
  );
}

interface FailedProps {
  readonly failure: CallFailure;
  readonly isBusy: boolean;
  readonly onAgain: () => void;
}

/** The vendor does not answer: since when. */
function Failed({ failure, isBusy, onAgain }: FailedProps) {
  const { t, dateTime } = useWords();
  const since = failure.code === 'research_unavailable' ? failure.since : undefined;
  const again = (
    <Button look="plain" isBusy={isBusy} onClick={onAgain}>
      {t('ui.again')}
    </Button>
  );
  if (since === undefined)
    return (
      <Stack isClose>
        <WriteFailure failure={failure} />
        {again}
      </Stack>
    );
  return (
    <Notice tone="warn" isUrgent title={t('research.silent', { since: dateTime(since) })} action={again}>
      {t('research.silent.text')}
    </Notice>
  );
}
