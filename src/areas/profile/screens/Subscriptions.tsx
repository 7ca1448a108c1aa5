import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { PushSwitch } from '../../../ui/page/PushSwitch.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { profileContract, type Subscriptions as Chosen } from '../contract.ts';

const { calls, forms, pages } = profileContract;

/** Which letters the client takes, beside those that must be sent. */
export default function Subscriptions() {
  const { t } = useWords();
  const read = useRead(calls.subscriptions, {});
  return (
    <>
      <ScreenHead
        back={<BackLink to={{ page: pages.profile }}>{t('nav.profile')}</BackLink>}
        title={t('profile.subscriptions')}
        text={t('profile.subscriptions.text')}
      />
      <Stack>
        <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
          {({ subscriptions }) => <Choosing chosen={subscriptions} />}
        </Loaded>
        <Card title={t('notices.push.title')}>
          <Stack>
            <p>{t('notices.push.text')}</p>
            <PushSwitch />
          </Stack>
        </Card>
      </Stack>
    </>
  );
}

function Choosing({ chosen }: { readonly chosen: Chosen }) {
  const { t } = useWords();
  const save = useWrite(calls.subscribe);
  const isOn = (topic: Chosen[number]['topic']): boolean => chosen.some((each) => each.topic === topic && each.is_on);
  const form = useForm({
    name: 'profile.subscriptions',
    form: forms.subscriptions,
    initial: {
      news: isOn('news'),
      promotions: isOn('promotions'),
      market_analysis: isOn('market_analysis'),
      education: isOn('education'),
    },
    submit: async (sent) => {
      await save.mutateAsync(sent);
      showToast({ tone: 'gain', title: t('profile.subscriptions.done') });
    },
  });
  return (
    <Card>
      <PlainForm form={form} given={{}} verb={t('profile.subscriptions.save')} />
    </Card>
  );
}
