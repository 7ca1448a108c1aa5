import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Actions, Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { trackingContract } from '../contract.ts';

const { calls } = trackingContract;

/** Whether how the client uses the portal is counted: a yes and a no of the same weight, changed at any time. */
export default function Privacy() {
  const { t } = useWords();
  const read = useRead(calls.consent, {});
  return (
    <>
      <ScreenHead
        back={<BackLink to={{ page: pageLinks.profile }}>{t('nav.profile')}</BackLink>}
        title={t('tracking.title')}
        text={t('tracking.text')}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
        {({ is_asked: isAsked, choice }) =>
          isAsked ? <Choosing choice={choice} /> : <Notice title={t('tracking.never.title')}>{t('tracking.never.text')}</Notice>
        }
      </Loaded>
    </>
  );
}

function Choosing({ choice }: { readonly choice: 'given' | 'refused' | null }) {
  const { t } = useWords();
  const save = useWrite(calls.choose);
  const choose = (isGiven: boolean): void => {
    save.mutate(
      { is_given: isGiven },
      { onSuccess: () => showToast({ tone: 'gain', title: t(isGiven ? 'tracking.done.given' : 'tracking.done.refused') }) },
    );
  };
  return (
    <Card title={t('tracking.question')}>
      <Stack>
        <p>{t('tracking.what')}</p>
        <p>{t('tracking.never.told')}</p>
        <p role="status">{t(`tracking.choice.${choice ?? 'none'}`)}</p>
        <Actions>
          {choice !== 'given' && (
            <Button look="plain" isBusy={save.isPending} onClick={() => choose(true)}>
              {t('tracking.yes')}
            </Button>
          )}
          {choice !== 'refused' && (
            <Button look="plain" isBusy={save.isPending} onClick={() => choose(false)}>
              {t('tracking.no')}
            </Button>
          )}
        </Actions>
      </Stack>
    </Card>
  );
}
