import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Actions, Card, Stack } from '../../../ui/components/Card.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { investmentsContract } from '../contract.ts';
import { Percents } from './facts.tsx';

const { calls, pages } = investmentsContract;
type Answer = AnswerOf<typeof calls.managers>['direct'];
type Manager = Answer['managers'][number];

/** Document 2 §9: looked for half a second after the last key. */
const debounceMs = 500;
const tones = { yes: 'gain', warned: 'warn', unsuitable: 'still' } as const;

interface ManagersProps {
  readonly query: ScreenProps<typeof pages.follow>['query'];
}

/** Whom one can follow, to choose from on the form itself (document 2 §2); what a link asked for goes on with the choice. */
export function Managers({ query }: ManagersProps) {
  const words = useWords();
  const { t } = words;
  const [text, setText] = useState(query.name ?? '');
  const [search] = useDebouncedValue(text.trim(), debounceMs);
  const [chosen, setChosen] = useState({ search, page: 1 });
  const page = chosen.search === search ? chosen.page : 1;
  const read = useRead(calls.managers, { search, page }, { keepsLast: true });
  return (
    <Stack>
      <TextField
        label={t('investments.managers.search')}
        type="search"
        maxLength={40}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {({ direct }) =>
          direct.total_items === 0 ? (
            <EmptyState picture="search" title={t('investments.managers.none')} text={t('investments.managers.none.text')} />
          ) : (
            <>
              <Card isFlush>
                <Table
                  label={t('investments.managers')}
                  rows={direct.managers}
                  rowKey={({ acc_no: number }) => number}
                  rowLink={({ acc_no: number }) => ({
                    page: pages.follow,
                    query: { manager: number, fee: query.fee, currency: query.currency },
                  })}
                  columns={columnsIn(words)}
                />
              </Card>
              <Turning answer={direct} onPage={(next) => setChosen({ search, page: next })} />
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}

interface TurningProps {
  readonly answer: Answer;
  readonly onPage: (page: number) => void;
}

function Turning({ answer: { page, total_items: total, page_size: size }, onPage }: TurningProps) {
  const { t } = useWords();
  const last = Math.ceil(total / size);
  if (last <= 1) return null;
  return (
    <Actions>
      {page > 1 && (
        <Button look="plain" onClick={() => onPage(page - 1)}>
          {t('investments.managers.before')}
        </Button>
      )}
      {page < last && (
        <Button look="plain" onClick={() => onPage(page + 1)}>
          {t('investments.managers.after')}
        </Button>
      )}
    </Actions>
  );
}

function columnsIn({ t }: Words): readonly Column<Manager>[] {
  return [
    { key: 'name', title: t('investments.strategy'), onPhone: 'main', cell: ({ acc_name: name }) => name },
    { key: 'by', title: t('investments.provider'), cell: ({ nickname }) => nickname },
    {
      key: 'suits',
      title: t('investments.managers.suits'),
      cell: ({ suits }) => <Status tone={tones[suits]}>{t(`investments.managers.suits.${suits}`)}</Status>,
    },
    {
      key: 'fee',
      title: t('investments.fee'),
      isFigures: true,
      cell: ({ remun_fee: fee }) => <Percents value={fee} />,
    },
    {
      key: 'minimum',
      title: t('investments.minimum'),
      isFigures: true,
      cell: ({ min_amount: least, acc_curr: currency }) => <Amount value={least} currency={currency} />,
    },
    {
      key: 'profit',
      title: t('investments.managers.profit'),
      isFigures: true,
      onPhone: 'beside',
      cell: ({ profit }) => <Percents value={profit} />,
    },
  ];
}
