import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead } from '../../../ui/components/Card.tsx';
import { Icon } from '../../../ui/components/Icon.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { PageLink } from '../../../ui/page/Link.tsx';
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
        back={
          <PageLink to={{ page: pages.profile }}>
            <Icon name="back" size={16} />
            {t('nav.profile')}
          </PageLink>
        }
        title={t('profile.subscriptions')}
        text={t('profile.subscriptions.text')}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
        {({ subscriptions }) => <Choosing chosen={subscriptions} />}
      </Loaded>
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
      <form {...form.frame}>
        <FormLayout
          failure={form.failure}
          actions={
            <Button type="submit" isBusy={form.isBusy}>
              {t('profile.subscriptions.save')}
            </Button>
          }
        >
          <FormFields form={form} given={{}} />
        </FormLayout>
      </form>
    </Card>
  );
}
