import { useWrite } from '../../../ui/api/reads.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { providersContract, type Provider, type ProviderStrategy } from '../contract.ts';
import { useProviderPage } from './page.ts';
import { toneOf } from './tones.ts';

const { calls, forms, pages } = providersContract;

/** One strategy of the provider's: what it is, and what it offers. */
export default function Strategy({ params }: ScreenProps<typeof pages.strategy>) {
  const { t } = useWords();
  const read = useProviderPage('strategy');
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
      {({ direct: { provider } }) => {
        const strategy = provider.strategies.find(({ id }) => id === params.id);
        if (!strategy)
          return (
            <EmptyState
              isScreen
              picture="search"
              title={t('providers.strategy.none.title')}
              text={t('providers.strategy.none.text')}
              action={<LinkButton to={{ page: pages.strategies }}>{t('page.providers.strategies')}</LinkButton>}
            />
          );
        return <Shown key={strategy.id} strategy={strategy} provider={provider} />;
      }}
    </Loaded>
  );
}

interface ShownProps {
  readonly strategy: ProviderStrategy;
  readonly provider: Provider;
}

function Shown({ strategy, provider }: ShownProps) {
  const { t, date } = useWords();
  const { name, status, acc_no: number, currency, equity, since, description } = strategy;
  useTitle(name);
  return (
    <>
      <ScreenHead
        title={name}
        back={<BackLink to={{ page: pages.strategies }}>{t('page.providers.strategies')}</BackLink>}
        actions={<Status tone={toneOf[status]}>{t(`providers.status.${status}`)}</Status>}
      />
      <Stack>
        <GateNotice action="open_live_account" />
        {status === 'converting' && <Notice>{t('providers.request.underWay')}</Notice>}
        <Columns>
          <Card title={t('providers.strategy')}>
            <Stack>
              {description !== '' && <p dir="auto">{description}</p>}
              <Facts
                items={[
                  {
                    key: 'account',
                    name: t('providers.account'),
                    value: <PageLink to={{ page: pageLinks.account, params: { id: number } }}>{String(number)}</PageLink>,
                  },
                  { key: 'since', name: t('providers.since'), value: since === null ? '–' : date(since) },
                  { key: 'equity', name: t('providers.equity'), value: <Amount value={equity} currency={currency} /> },
                ]}
              />
              {status !== 'converting' && (
                <LinkButton look="plain" to={{ page: pageLinks.followers, params: { id: strategy.id } }}>
                  {t('providers.followers')}
                </LinkButton>
              )}
              {status !== 'converting' && (
                <LinkButton look="plain" to={{ page: pageLinks.ownNews, params: { id: strategy.id } }}>
                  {t('providers.news')}
                </LinkButton>
              )}
              {status === 'active' && (
                <LinkButton look="plain" to={{ page: pageLinks.strategy, params: { id: number } }}>
                  {t('providers.strategy.public')}
                </LinkButton>
              )}
            </Stack>
          </Card>
          <Card title={t('providers.offer')}>{status === 'active' && <OfferForm strategy={strategy} provider={provider} />}</Card>
        </Columns>
      </Stack>
    </>
  );
}

/** Another offer counts for whoever begins to follow from then on. */
function OfferForm({ strategy, provider }: ShownProps) {
  const { t, money } = useWords();
  const change = useWrite(calls.offer);
  const { id, offer, currency } = strategy;
  const shares = new Set([...provider.offered_shares, offer.share]);
  const form = useForm({
    name: `providers.offer.${id}`,
    form: forms.offer,
    initial: { share: String(offer.share), minimum: offer.minimum },
    supply: () => ({ strategy_id: id }),
    submit: async (sent) => {
      await change.mutateAsync(sent);
      showToast({ tone: 'gain', title: t('providers.offer.done') });
    },
  });
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button type="submit" isBusy={form.isBusy}>
            {t('providers.offer.send')}
          </Button>
        }
      >
        <FormFields
          form={form}
          given={{
            share: {
              options: [...shares]
                .toSorted((one, other) => one - other)
                .map((share) => ({ value: String(share), label: `${share}%` })),
            },
            minimum: { currency, help: t('providers.minimum.help', { least: money(provider.least_amount, currency) }) },
          }}
        />
        <p>{t('providers.offer.note')}</p>
      </FormLayout>
    </form>
  );
}
