import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { providersContract, type Provider } from '../contract.ts';
import { useProviderPage } from './page.ts';

const { calls, forms, pages } = providersContract;

/** Makes a strategy of an account of the provider's. */
export default function AccountRequest({ query }: ScreenProps<typeof pages.accountRequest>) {
  const { t } = useWords();
  const read = useProviderPage('accountRequest', isYes(query.add));
  return (
    <>
      <ScreenHead title={t('page.providers.accountRequest')} text={t('providers.request.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {({ direct: { provider } }) => (
          <Stack>
            <GateNotice action="open_live_account" />
            <Requesting provider={provider} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

const isYes = (told: string | undefined): boolean => told !== undefined && !['', '0', 'false'].includes(told);

function Requesting({ provider }: { readonly provider: Provider }) {
  const { t } = useWords();
  if (provider.status === 'form')
    return (
      <Notice
        tone="warn"
        action={
          <LinkButton look="plain" to={{ page: pages.approval }}>
            {t('page.providers.approval')}
          </LinkButton>
        }
      >
        {t('providers.request.notApproved')}
      </Notice>
    );
  if (provider.trade_accounts.length === 0)
    return (
      <Notice
        tone="warn"
        title={t('providers.request.none.title')}
        action={
          <LinkButton look="plain" to={{ page: pageLinks.openLive }}>
            {t('nav.open')}
          </LinkButton>
        }
      >
        {t('providers.request.none.text')}
      </Notice>
    );
  return (
    <Card>
      <RequestForm provider={provider} />
    </Card>
  );
}

function RequestForm({ provider }: { readonly provider: Provider }) {
  const { t, money } = useWords();
  const open = useOpen();
  const ask = useWrite(calls.accountRequest);
  const { trade_accounts: accounts, least_amount: least } = provider;
  const form = useForm({
    name: 'providers.request',
    form: forms.accountRequest,
    initial: {
      account_number: String(accounts[0]?.number ?? ''),
      investment_strategy_name: '',
      description: '',
      investment_strategy_remuneration: '20',
      minimum: least,
    },
    submit: async (sent) => {
      const { direct } = await ask.mutateAsync(sent);
      const isConverting = direct.provider.strategies.some(({ status }) => status === 'converting');
      showToast({
        tone: isConverting ? 'note' : 'gain',
        title: t(isConverting ? 'providers.request.underWay' : 'providers.request.done'),
      });
      open({ page: pages.strategies });
    },
  });
  const currency = accounts.find(({ number }) => String(number) === form.values.account_number)?.currency ?? '';
  return (
    <PlainForm
      form={form}
      given={{
        account_number: {
          options: accounts.map(({ number, title, name, balance, currency: own }) => ({
            value: String(number),
            label: [name, `${title} ${number}`, money(balance, own)].filter((part) => part !== '').join(' · '),
          })),
        },
        investment_strategy_remuneration: { options: sharesOf(provider) },
        minimum: { currency, help: t('providers.minimum.help', { least: money(least, currency) }) },
      }}
      verb={t('providers.request.send')}
    />
  );
}

function sharesOf({ offered_shares: shares }: Provider) {
  return shares.map((share) => ({ value: String(share), label: `${share}%` }));
}
