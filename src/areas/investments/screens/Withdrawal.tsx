import { useRead, useWrite } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { investmentsContract } from '../contract.ts';
import { simulatedWithdrawal } from '../rules.ts';
import { worthOf } from './facts.tsx';

const { calls, forms, pages } = investmentsContract;
type One = AnswerOf<typeof calls.details>['direct']['investment_account'];

/** Money out of what is followed, into the wallet of its currency. */
export default function Withdrawal({ params }: ScreenProps<typeof pages.withdrawal>) {
  const words = useWords();
  const { t } = words;
  const read = useRead(calls.details, { id: params.id });
  const from = read.data?.direct.investment_account.strategy_name;
  useTitle(from && `${t('page.investments.withdrawal')} · ${from}`);
  return (
    <>
      <ScreenHead
        title={t('page.investments.withdrawal')}
        back={<BackLink to={{ page: pages.details, params }}>{from ?? t('page.investments')}</BackLink>}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={5} />}>
        {({ direct: { investment_account: one } }) => (
          <Columns kind="main-aside">
            <Card>
              {one.status === 'active' || one.status === 'paused' ? (
                <Asking one={one} />
              ) : (
                <Notice
                  tone="warn"
                  action={
                    <LinkButton look="plain" size="small" to={{ page: pages.details, params }}>
                      {one.strategy_name}
                    </LinkButton>
                  }
                >
                  {t('investments.withdraw.shut')}
                </Notice>
              )}
            </Card>
            <Card title={t('investments.worth')}>
              <Facts items={worthOf(words, one)} />
            </Card>
          </Columns>
        )}
      </Loaded>
    </>
  );
}

function Asking({ one }: { readonly one: One }) {
  const { t } = useWords();
  const open = useOpen();
  const withdraw = useWrite(calls.withdraw);
  const form = useForm({
    name: `investments.withdraw.${one.id}`,
    form: forms.withdraw,
    initial: { amount: '' },
    supply: () => ({ id: one.id }),
    submit: async (sent) => {
      await withdraw.mutateAsync(sent);
      showToast({ tone: 'gain', title: t('investments.withdrawn') });
      open({ page: pages.details, params: { id: one.id } });
    },
  });
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button type="submit" isBusy={form.isBusy}>
            {t('investments.withdraw')}
          </Button>
        }
      >
        <Stack>
          <p>{t('investments.withdraw.text', { currency: one.currency })}</p>
          <FormFields form={form} given={{ amount: { currency: one.currency } }} />
          <Divided amount={form.values.amount} one={one} />
        </Stack>
      </FormLayout>
    </form>
  );
}

/** What of the amount is the provider's, and what arrives. By what the platform told last: it is computed anew when it is sent. */
function Divided({ amount, one }: { readonly amount: string; readonly one: One }) {
  const { t } = useWords();
  const { equity, high_water: highWater, remun_fee: share, currency } = one;
  const divided = simulatedWithdrawal({ amount, equity, highWater, share, currency });
  if (!divided) return null;
  return (
    <Facts
      items={[
        { key: 'share', name: t('investments.withdraw.share'), value: <Amount value={divided.share} currency={currency} /> },
        {
          key: 'arrives',
          name: t('investments.withdraw.arrives'),
          value: <Amount value={divided.arrives} currency={currency} />,
        },
      ]}
    />
  );
}
