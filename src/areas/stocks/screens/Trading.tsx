import { useGate } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { SkeletonScreen } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { stocksContract } from '../contract.ts';

type Overview = AnswerOf<typeof stocksContract.calls.overview>;

/** Accounts for shares: which there are, what is still asked, and how the W-8BEN stands. */
export default function Trading() {
  const { t } = useWords();
  const read = useRead(stocksContract.calls.overview, {});
  return (
    <>
      <ScreenHead title={t('stocks.title')} text={t('stocks.text')} />
      <Loaded read={read} skeleton={<SkeletonScreen />}>
        {(overview) => (
          <Stack>
            <GateNotice action="open_stock_account" />
            <Columns kind="main-aside">
              <Stack>
                {overview.types.map((type) => (
                  <TypeCard key={type.name} type={type} />
                ))}
              </Stack>
              <TaxForm overview={overview} />
            </Columns>
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function TypeCard({ type }: { readonly type: Overview['types'][number] }) {
  const { t } = useWords();
  const shut = useGate('open_stock_account');
  const { account, missing } = type;
  return (
    <Card title={type.title} aside={account && <Status tone="gain">{t('stocks.held')}</Status>}>
      <Stack>
        {account ? (
          <Facts
            items={[
              { key: 'number', name: t('stocks.number'), value: account.number },
              {
                key: 'balance',
                name: t('stocks.balance'),
                value: <Amount value={account.balance} currency={account.currency} />,
              },
            ]}
          />
        ) : (
          <p>
            {missing.length === 0
              ? t('stocks.ready')
              : t('stocks.missing', { parts: missing.map((part) => t(`stocks.part.${part}`)).join(', ') })}
          </p>
        )}
        <div>
          {account ? (
            <LinkButton look="plain" to={{ page: pageLinks.account, params: { id: account.number } }}>
              {t('stocks.details')}
            </LinkButton>
          ) : missing.length === 0 ? (
            <LinkButton
              to={{ page: pageLinks.openLive, query: { account: type.name } }}
              refusal={shut?.message}
              isRefusalShown={false}
            >
              {t('stocks.open')}
            </LinkButton>
          ) : (
            <LinkButton
              to={{ page: stocksContract.pages.form, query: { account: type.name } }}
              refusal={shut?.message}
              isRefusalShown={false}
            >
              {t('stocks.fill')}
            </LinkButton>
          )}
        </div>
      </Stack>
    </Card>
  );
}

const tones = { none: 'still', valid: 'gain', ending: 'warn', lapsed: 'loss' } as const;

/** The W-8BEN with its clock, and what it does to dividends. */
function TaxForm({ overview }: { readonly overview: Overview }) {
  const { t, date } = useWords();
  const shut = useGate('open_stock_account');
  const { state, valid_until: until, days_left: days } = overview.w8ben;
  const [first] = overview.types;
  return (
    <Card title={t('stocks.w8ben')} aside={<Status tone={tones[state]}>{t(`stocks.w8ben.${state}`)}</Status>}>
      <Stack>
        <p>{t('stocks.w8ben.about', { usual: overview.withheld_percent, with: overview.withheld_with_form_percent })}</p>
        <Facts
          items={[
            ...(until === null ? [] : [{ key: 'until', name: t('stocks.w8ben.until'), value: date(`${until}T12:00:00.000Z`) }]),
            ...(days === null || state === 'lapsed'
              ? []
              : [{ key: 'days', name: t('stocks.w8ben.left'), value: t('stocks.w8ben.days', { days }) }]),
            {
              key: 'withheld',
              name: t('stocks.withheld'),
              value: t('stocks.percent', { percent: overview.withheld_percent }),
            },
          ]}
        />
        {(state === 'ending' || state === 'lapsed') && first && (
          <LinkButton
            to={{ page: stocksContract.pages.form, query: { account: first.name, 'stock-details': 'w8ben' } }}
            refusal={shut?.message}
            isRefusalShown={false}
          >
            {t('stocks.w8ben.again')}
          </LinkButton>
        )}
      </Stack>
    </Card>
  );
}
