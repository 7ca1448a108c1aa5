import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Contact } from '../../../ui/components/WayOn.tsx';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { providersContract, type Provider } from '../contract.ts';
import { useProviderPage } from './page.ts';

const { calls, forms } = providersContract;

/** Asks the broker to be taken as a provider, by an account here or one elsewhere. */
export default function Approval() {
  const { t } = useWords();
  const read = useProviderPage('approval');
  return (
    <>
      <ScreenHead title={t('page.providers.approval')} text={t('providers.approval.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={7} />}>
        {({ direct: { provider } }) => (
          <Stack>
            <GateNotice action="open_live_account" />
            {provider.is_offered ? <Asking provider={provider} /> : <NotOffered />}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

/** Whoever may not offer strategies can look at those of others. */
function NotOffered() {
  const { t } = useWords();
  return (
    <Notice
      tone="warn"
      action={
        <LinkButton look="plain" to={{ page: pageLinks.strategies }}>
          {t('nav.strategies')}
        </LinkButton>
      }
    >
      {t('providers.notOffered')}
    </Notice>
  );
}

function Asking({ provider }: { readonly provider: Provider }) {
  const { t, dateTime } = useWords();
  const { request } = provider;
  if (request?.status === 'waiting')
    return (
      <Notice title={t('providers.waiting.title')}>
        {t('providers.waiting.text', { nickname: request.nickname, at: dateTime(request.asked_at) })}
      </Notice>
    );
  return (
    <>
      {request?.reason != null && (
        <Notice tone="loss" title={t('providers.declined.title')} action={<Contact subject={request.nickname} />}>
          {t(`providers.reason.${request.reason}`)}
        </Notice>
      )}
      <Card>
        <ApprovalForm provider={provider} />
      </Card>
    </>
  );
}

function ApprovalForm({ provider }: { readonly provider: Provider }) {
  const { t } = useWords();
  const ask = useWrite(calls.approval);
  const [first] = provider.own_accounts;
  const form = useForm({
    name: 'providers.approval',
    form: forms.approval,
    initial: {
      nickname: provider.request?.nickname ?? '',
      where: first ? 'own' : 'external',
      account_number: first ? String(first.number) : '',
      external_account: '',
    },
    submit: async (sent) => ask.mutateAsync(sent),
  });
  return (
    <PlainForm
      form={form}
      given={{
        where: {
          options: (['own', 'external'] as const).map((value) => ({ value, label: t(`providers.where.${value}`) })),
        },
        account_number: {
          options: provider.own_accounts.map((account) => ({ value: String(account.number), label: labelOf(account) })),
        },
      }}
      verb={t('providers.approval.send')}
    />
  );
}

function labelOf({ title, number, name }: Provider['own_accounts'][number]): string {
  return [name, title, String(number)].filter((part) => part !== '').join(' · ');
}
