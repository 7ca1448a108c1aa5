import { pageLinks } from '../../../protocol/pageLinks.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { providersContract, type ProviderStrategy } from '../contract.ts';
import { useProviderPage } from './page.ts';
import { toneOf } from './tones.ts';

const { pages } = providersContract;

/** The provider's strategies with what each offers. */
export default function Strategies() {
  const words = useWords();
  const { t } = words;
  const read = useProviderPage('strategies');
  return (
    <>
      <ScreenHead
        title={t('page.providers.strategies')}
        text={read.data && t('providers.strategies.text', { nickname: read.data.direct.provider.nickname ?? '' })}
        actions={
          <>
            <LinkButton look="plain" to={{ page: pageLinks.remunerations }}>
              {t('nav.remunerations')}
            </LinkButton>
            <LinkButton icon="plus" to={{ page: pages.accountRequest, query: { add: true } }}>
              {t('providers.strategies.add')}
            </LinkButton>
          </>
        }
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={5} />}>
        {({ direct: { provider } }) => (
          <Stack>
            <GateNotice action="open_live_account" />
            {provider.remunerations.map(({ currency, paid, under_way: underWay }) => (
              <Card key={currency} title={t('providers.earned', { currency })}>
                <Facts
                  items={[
                    { key: 'paid', name: t('providers.earned.paid'), value: <Amount value={paid} currency={currency} /> },
                    {
                      key: 'underWay',
                      name: t('providers.earned.underWay'),
                      value: <Amount value={underWay} currency={currency} />,
                    },
                  ]}
                />
              </Card>
            ))}
            <Card isFlush>
              <Table
                label={t('page.providers.strategies')}
                rows={provider.strategies}
                rowKey={({ id }) => id}
                rowLink={({ id }) => ({ page: pages.strategy, params: { id } })}
                columns={columnsIn(words)}
              />
            </Card>
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function columnsIn({ t, date }: Words): readonly Column<ProviderStrategy>[] {
  return [
    { key: 'name', title: t('providers.name'), onPhone: 'main', cell: ({ name }) => name },
    {
      key: 'status',
      title: t('providers.status'),
      cell: ({ status }) => <Status tone={toneOf[status]}>{t(`providers.status.${status}`)}</Status>,
    },
    { key: 'account', title: t('providers.account'), isFigures: true, cell: ({ acc_no: number }) => String(number) },
    { key: 'since', title: t('providers.since'), cell: ({ since }) => (since === null ? '–' : date(since)) },
    {
      key: 'share',
      title: t('providers.share'),
      isFigures: true,
      cell: ({ offer }) => (
        <bdi className="figures" dir="ltr">
          {offer.share}%
        </bdi>
      ),
    },
    {
      key: 'followers',
      title: t('providers.followers'),
      isFigures: true,
      cell: ({ investmentAccounts: count }) => String(count),
    },
    { key: 'requests', title: t('providers.requests'), isFigures: true, cell: ({ requests }) => String(requests) },
    {
      key: 'archive',
      title: t('providers.archive'),
      cell: ({ archiveRequests: [request] }) =>
        request === undefined ? '–' : t(`providers.archive.${request.status}`, { left: request.left }),
    },
    {
      key: 'equity',
      title: t('providers.equity'),
      isFigures: true,
      onPhone: 'beside',
      cell: ({ equity, currency }) => <Amount value={equity} currency={currency} />,
    },
  ];
}
