import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { WayOn } from '../../../ui/components/WayOn.tsx';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { readAsked } from '../../../ui/money/asked.ts';
import { OtherMethods } from '../../../ui/money/OtherMethods.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { withdrawContract } from '../contract.ts';
import { WithdrawForm } from './WithdrawForm.tsx';

type Offered = AnswerOf<typeof withdrawContract.calls.form>;

/** Money out of an account, back to where it came from. */
export default function Withdraw({
  query,
  method,
}: Pick<ScreenProps<typeof withdrawContract.pages.form>, 'query'> & { readonly method?: number }) {
  const { t } = useWords();
  const read = useRead(withdrawContract.calls.form, {});
  const only = read.data?.methods.find(({ pm_id }) => pm_id === method);
  useTitle(only && `${t('page.withdraw')} · ${t(`money.method.${only.key}`)}`);
  return (
    <>
      <ScreenHead title={t('page.withdraw')} text={t('withdraw.intro')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={7} />}>
        {(data) => {
          const asked = readAsked(query);
          const methods = method === undefined ? data.methods : data.methods.filter(({ pm_id }) => pm_id === method);
          return (
            <Columns kind="main-aside">
              {data.accounts.length === 0 || methods.length === 0 ? (
                <Nothing hasAccount={data.accounts.length > 0} />
              ) : (
                <Card>
                  <WithdrawForm
                    accounts={data.accounts}
                    methods={methods}
                    asked={method === undefined ? asked : { ...asked, method }}
                  />
                </Card>
              )}
              <Stack>
                <Openable methods={data.unavailable.filter(({ next }) => next !== null)} />
                <OtherMethods methods={data.unavailable.filter(({ next }) => next === null)} />
                <Card title={t('withdraw.facts.title')}>
                  <Stack>
                    <p>{t('withdraw.facts.text', { hours: data.promised_hours })}</p>
                    {data.small_fee && <SmallFee small={data.small_fee} />}
                    <p>
                      <PageLink to={{ page: pageLinks.transfers }}>{t('withdraw.facts.follow')}</PageLink>
                    </p>
                  </Stack>
                </Card>
              </Stack>
            </Columns>
          );
        }}
      </Loaded>
    </>
  );
}

function SmallFee({ small }: { readonly small: NonNullable<Offered['small_fee']> }) {
  const { t, money } = useWords();
  const { under, fee, currency } = small;
  return <p>{t('withdraw.facts.small', { under: money(under, currency), fee: money(fee, currency) })}</p>;
}

function Nothing({ hasAccount }: { readonly hasAccount: boolean }) {
  const { t } = useWords();
  return (
    <Card>
      <EmptyState
        picture="wallet"
        title={t('withdraw.none.title')}
        text={t(hasAccount ? 'withdraw.none.method' : 'withdraw.none.account')}
        action={<LinkButton to={{ page: pageLinks.deposit }}>{t('withdraw.deposit')}</LinkButton>}
      />
    </Card>
  );
}

/** Ways of paying out that the client can open: why they are not open now, and what opens each. */
function Openable({ methods }: { readonly methods: Offered['unavailable'] }) {
  const { t } = useWords();
  if (methods.length === 0) return null;
  return (
    <Card title={t('withdraw.unavailable.title')}>
      <Stack>
        {methods.map(({ pm_id, key, text, reason, next }) => (
          <div key={pm_id}>
            <strong>{t(`money.method.${key}`)}</strong>
            <p>{text}</p>
            {next === 'deposit' ? (
              <PageLink to={{ page: pageLinks.deposit }}>{t('withdraw.deposit')}</PageLink>
            ) : (
              <WayOn code={reason} next={next ?? undefined} />
            )}
          </div>
        ))}
      </Stack>
    </Card>
  );
}
