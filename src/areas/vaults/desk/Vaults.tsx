import { useState } from 'react';
import type { z } from 'zod';
import { useRead } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useDeclared } from '../../../ui/desk/columns.tsx';
import { ListCard } from '../../../ui/desk/ListCard.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { vaultsContract, type VaultCheck } from '../contract.ts';
import { checkColumns } from '../rules.ts';
import { BuyDialog } from './BuyDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import styles from './Vaults.module.css';

const { calls, deskPages } = vaultsContract;
type Told = z.infer<typeof calls.vaults.output>;
type Vault = Told['vaults'][number];
type Statement = Told['statements'][number];

/** What lies in the vaults against what clients own, and how one knows. */
export default function Vaults() {
  const words = useWords();
  const { t } = words;
  const declared = useDeclared();
  const [dialog, setDialog] = useState<'import' | 'buy'>();
  const read = useRead(calls.vaults, {});
  const close = (): void => setDialog(undefined);
  return (
    <>
      <ScreenHead title={t('desk.nav.gold')} text={t('vaults.text')} />
      <Stack>
        <div className={styles.actions}>
          <Button icon="upload" onClick={() => setDialog('import')}>
            {t('vaults.import')}
          </Button>
          <Button look="plain" icon="coin" onClick={() => setDialog('buy')}>
            {t('vaults.buy')}
          </Button>
          <LinkButton look="plain" to={{ page: deskPages.bars }}>
            {t('vaults.register')}
          </LinkButton>
        </div>
        <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
          {({ vaults, checks, statements }) => (
            <>
              <Card title={t('vaults.now')} isFlush>
                <Table
                  label={t('vaults.now')}
                  isDense
                  rows={vaults}
                  rowKey={({ vault }) => vault}
                  columns={vaultColumns(words)}
                />
              </Card>
              <ListCard
                title={t('vaults.checks')}
                table="vaults.checks"
                rows={checks}
                rowKey={({ id }) => id}
                columns={checkColumnsIn(words, declared)}
              />
              <Card title={t('vaults.statements')} isFlush>
                <Table
                  label={t('vaults.statements')}
                  isDense
                  rows={statements}
                  rowKey={({ id }) => id}
                  columns={statementColumns(words)}
                />
              </Card>
            </>
          )}
        </Loaded>
      </Stack>
      {dialog === 'import' && <ImportDialog onClose={close} />}
      {dialog === 'buy' && read.data && <BuyDialog vaults={read.data.vaults} onClose={close} />}
    </>
  );
}

function vaultColumns(words: Words): readonly Column<Vault>[] {
  const { t } = words;
  return [
    { key: 'vault', title: t('vaults.vault'), cell: ({ vault }) => t(`vaults.vault.${vault}`) },
    {
      key: 'companies',
      title: t('vaults.companies'),
      cell: ({ companies }) => companies.map((each) => t(`desk.company.${each}`)).join(', '),
    },
    { key: 'clients', title: t('vaults.clients'), isFigures: true, cell: ({ clients }) => grams(words, clients) },
    {
      key: 'bars',
      title: t('vaults.bars'),
      isFigures: true,
      cell: ({ bars }) => t('vaults.bars.of', { weight: grams(words, bars.weight), count: bars.count }),
    },
    {
      key: 'unallocated',
      title: t('vaults.unallocated'),
      isFigures: true,
      cell: ({ statement }) => (statement ? grams(words, statement.unallocated) : t('vaults.unknown')),
    },
    { key: 'difference', title: t('vaults.difference'), cell: ({ check }) => check && <Difference check={check} /> },
  ];
}

function checkColumnsIn(words: Words, declared: ReturnType<typeof useDeclared>): readonly Column<VaultCheck>[] {
  return declared(checkColumns, {
    unallocated: {
      cell: ({ unallocated }) => (unallocated === null ? words.t('vaults.unknown') : grams(words, unallocated)),
    },
    difference: { cell: (check) => <Difference check={check} /> },
  });
}

/** None, how much, or that nobody knows. */
function Difference({ check: { difference } }: { readonly check: VaultCheck }) {
  const words = useWords();
  const { t } = words;
  if (difference === null) return <Status tone="warn">{t('vaults.unknown')}</Status>;
  if (!/[1-9]/.test(difference)) return <Status tone="still">{t('vaults.same')}</Status>;
  return <Status tone="loss">{grams(words, difference)}</Status>;
}

function statementColumns(words: Words): readonly Column<Statement>[] {
  const { t, dateTime } = words;
  return [
    { key: 'number', title: t('vaults.number'), cell: ({ number }) => number },
    { key: 'vault', title: t('vaults.vault'), cell: ({ vault }) => t(`vaults.vault.${vault}`) },
    { key: 'asOf', title: t('vaults.asOf'), cell: ({ as_of: at }) => dateTime(at) },
    { key: 'unallocated', title: t('vaults.unallocated'), isFigures: true, cell: ({ unallocated }) => grams(words, unallocated) },
    { key: 'by', title: t('vaults.by'), cell: ({ brought_by: by }) => by },
  ];
}

const grams = ({ amount, t }: Words, weight: string): string => t('vaults.weight', { weight: amount(weight, 'g') });
