import { useRead } from '../../../ui/api/reads.ts';
import { Card } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { personalDataContract, type Retained } from '../contract.ts';

/** Each kind of record with the law that has it kept. */
export function Retention() {
  const words = useWords();
  const { t } = words;
  const read = useRead(personalDataContract.calls.retention, {});
  return (
    <Card title={t('personalData.retention')} isFlush>
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {({ kinds }) => (
          <Table label={t('personalData.retention')} rows={kinds} rowKey={({ kind }) => kind} columns={columnsIn(words)} />
        )}
      </Loaded>
    </Card>
  );
}

function columnsIn({ t }: Words): readonly Column<Retained>[] {
  return [
    {
      key: 'kind',
      title: t('personalData.retention.kind'),
      onPhone: 'main',
      cell: ({ kind }) => t(`personalData.kind.${kind}`),
    },
    {
      key: 'long',
      title: t('personalData.retention.long'),
      onPhone: 'below',
      cell: ({ years, erasure }) =>
        years === null ? t(`personalData.erasure.${erasure}`) : t('personalData.retention.years', { years }),
    },
    { key: 'law', title: t('personalData.retention.law'), cell: ({ law }) => law ?? t('personalData.retention.noLaw') },
  ];
}
