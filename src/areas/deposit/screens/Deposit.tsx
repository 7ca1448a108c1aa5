import { useGate } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { readAsked } from '../../../ui/money/asked.ts';
import { PageLink } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { depositContract } from '../contract.ts';
import { DepositForm } from './DepositForm.tsx';
import { OtherMethods } from './OtherMethods.tsx';

/** Money into an account: where to, how, how much, and what of it arrives. */
export default function Deposit({
  query,
  method,
}: Pick<ScreenProps<typeof depositContract.pages.form>, 'query'> & { readonly method?: number }) {
  const { t } = useWords();
  const read = useRead(depositContract.calls.form, {});
  return (
    <>
      <ScreenHead title={t('page.deposit')} text={t('deposit.intro')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={7} />}>
        {(data) => {
          const asked = readAsked(query);
          if (data.accounts.length === 0) return <NoAccount />;
          const methods = method === undefined ? data.methods : data.methods.filter(({ pm_id }) => pm_id === method);
          if (methods.length === 0) return <NoMethod isKnown={data.methods.length === 0} />;
          return (
            <Columns kind="main-aside">
              <Card>
                <DepositForm
                  accounts={data.accounts}
                  methods={methods}
                  last_method={data.last_method}
                  asked={method === undefined ? asked : { ...asked, method }}
                  isConfirming={query.form_step === 'confirm'}
                />
              </Card>
              <Stack>
                <Safety />
                <OtherMethods methods={data.unavailable} />
              </Stack>
            </Columns>
          );
        }}
      </Loaded>
    </>
  );
}

function NoAccount() {
  const { t } = useWords();
  const shut = useGate('open_live_account');
  return (
    <Card>
      <EmptyState
        picture="accounts"
        title={t('deposit.noAccount.title')}
        text={t('deposit.noAccount.text')}
        action={
          <LinkButton to={{ page: pageLinks.openLive }} refusal={shut?.message}>
            {t('deposit.noAccount.action')}
          </LinkButton>
        }
      />
    </Card>
  );
}

function NoMethod({ isKnown }: { readonly isKnown: boolean }) {
  const { t } = useWords();
  return (
    <Card>
      <EmptyState
        picture="wallet"
        title={t('deposit.noMethod.title')}
        text={t(isKnown ? 'deposit.noMethod.none' : 'deposit.noMethod.other')}
        {...(isKnown ? {} : { action: <LinkButton to={{ page: pageLinks.deposit }}>{t('deposit.noMethod.action')}</LinkButton> })}
      />
    </Card>
  );
}

function Safety() {
  const { t } = useWords();
  return (
    <Card title={t('deposit.safety.title')}>
      <Stack>
        <p>{t('deposit.safety.card')}</p>
        <PageLink to={{ page: pageLinks.rates }}>{t('deposit.rates')}</PageLink>
      </Stack>
    </Card>
  );
}
