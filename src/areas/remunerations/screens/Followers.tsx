import { useState } from 'react';
import type { ShownFollower } from '../../../protocol/investment.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Icon } from '../../../ui/components/Icon.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { remunerationsContract } from '../contract.ts';
import { ArchiveDialog } from './ArchiveDialog.tsx';

const { calls, pages } = remunerationsContract;
type Answer = AnswerOf<typeof calls.followers>['direct'];

/** Who follows a strategy, by account, and closing it. */
export default function Followers({ params, query }: ScreenProps<typeof pages.followers>) {
  const { t } = useWords();
  const read = useRead(calls.followers, { strategy_id: params.id, page: Number(query.page ?? 1) || 1 }, { keepsLast: true });
  const of = read.data?.direct.strategy.name;
  useTitle(of && `${t('page.remunerations.followers')} · ${of}`);
  return (
    <>
      <ScreenHead
        title={t('page.remunerations.followers')}
        text={of}
        back={
          <PageLink to={{ page: pageLinks.providerStrategy, params }}>
            <Icon name="back" size={16} />
            {of ?? t('nav.providers')}
          </PageLink>
        }
        actions={
          <LinkButton look="plain" to={{ page: pages.list, query: { strategy: params.id } }}>
            {t('page.remunerations')}
          </LinkButton>
        }
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {({ direct }) => (
          <Stack>
            <GateNotice action="open_live_account" />
            <Summary answer={direct} />
            <Listed answer={direct} />
            <Closing answer={direct} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Summary({ answer: { open, requests, invested, strategy } }: { readonly answer: Answer }) {
  const { t } = useWords();
  return (
    <Card>
      <Facts
        items={[
          { key: 'open', name: t('remunerations.followers'), value: String(open) },
          { key: 'requests', name: t('remunerations.requests'), value: String(requests) },
          {
            key: 'invested',
            name: t('remunerations.invested'),
            value: <Amount value={invested} currency={strategy.currency} />,
          },
        ]}
      />
    </Card>
  );
}

function Listed({ answer }: { readonly answer: Answer }) {
  const words = useWords();
  const { t } = words;
  const { page, total_items: total, page_size: size, strategy } = answer;
  const last = Math.ceil(total / size);
  if (total === 0)
    return (
      <Card>
        <EmptyState picture="transfers" title={t('remunerations.noFollowers.title')} text={t('remunerations.noFollowers.text')} />
      </Card>
    );
  const to = (other: number) => ({ page: pages.followers, params: { id: strategy.id }, query: { page: other } });
  return (
    <>
      <Card isFlush>
        <Table
          label={t('page.remunerations.followers')}
          rows={answer.investmentAccounts}
          rowKey={({ id }) => id}
          columns={columnsIn(words)}
        />
      </Card>
      {last > 1 && (
        <p>
          {page > 1 && <PageLink to={to(page - 1)}>{t('remunerations.newer')}</PageLink>}{' '}
          {page < last && <PageLink to={to(page + 1)}>{t('remunerations.older')}</PageLink>}
        </p>
      )}
    </>
  );
}

const tones = { new: 'still', active: 'gain', paused: 'warn', closing: 'note', closed: 'still' } as const;

function columnsIn({ t, date }: Words): readonly Column<ShownFollower>[] {
  const amount = (key: 'invested' | 'equity' | 'share_now' | 'paid', title: string): Column<ShownFollower> => ({
    key,
    title,
    isFigures: true,
    ...(key === 'equity' && { onPhone: 'beside' as const }),
    cell: (row) => <Amount value={row[key]} currency={row.currency} />,
  });
  return [
    { key: 'account', title: t('remunerations.account'), onPhone: 'main', cell: ({ acc_no: number }) => String(number) },
    {
      key: 'status',
      title: t('remunerations.status'),
      cell: ({ status }) => <Status tone={tones[status]}>{t(`remunerations.status.${status}`)}</Status>,
    },
    {
      key: 'since',
      title: t('remunerations.since'),
      cell: ({ started_at: at }) => (at === null ? '–' : date(at)),
    },
    amount('invested', t('remunerations.invested')),
    amount('equity', t('remunerations.equity')),
    amount('share_now', t('remunerations.shareNow')),
    amount('paid', t('remunerations.paid')),
  ];
}

function Closing({ answer: { strategy, archiveRequests, open } }: { readonly answer: Answer }) {
  const { t, dateTime } = useWords();
  const [isAsking, setAsking] = useState(false);
  const [request] = archiveRequests;
  const said = request && {
    words: t(`remunerations.archive.${request.status}`, { at: dateTime(request.asked_at), left: request.left }),
    reason: request.reason && t(`remunerations.archive.reason.${request.reason}`),
  };
  if (said && request.status !== 'declined') return <Notice>{said.words}</Notice>;
  if (strategy.status !== 'active') return null;
  return (
    <Card title={t('remunerations.archive')}>
      <Stack>
        {said && (
          <Notice>
            {said.words} {said.reason}
          </Notice>
        )}
        <p>{t('remunerations.archive.text')}</p>
        {open > 0 && <p>{t('remunerations.archive.looked')}</p>}
        <p>
          <Button look="danger" onClick={() => setAsking(true)}>
            {t('remunerations.archive.do')}
          </Button>
        </p>
      </Stack>
      {isAsking && <ArchiveDialog strategy={strategy} open={open} onClose={() => setAsking(false)} />}
    </Card>
  );
}
