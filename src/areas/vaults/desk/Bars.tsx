import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { goldVaultKeys } from '../../../law/goldVaults.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { vaultsContract, type Bar } from '../contract.ts';

const { calls, deskPages: pages } = vaultsContract;

/** The register of bars. */
export default function Bars({ query }: ScreenProps<typeof pages.bars>) {
  const words = useWords();
  const { t } = words;
  const vault = goldVaultKeys.find((each) => each === query.vault);
  const { after } = query;
  const kept = vault === undefined ? {} : { vault };
  const read = useRead(calls.bars, { ...kept, ...(after === undefined ? {} : { after }) });
  return (
    <>
      <ScreenHead title={t('vaults.register')} back={<PageLink to={{ page: pages.vaults }}>{t('desk.nav.gold')}</PageLink>} />
      <Stack>
        <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
          {({ bars, next }) => (
            <>
              <Card isFlush>
                {bars.length === 0 ? (
                  <EmptyState picture="documents" title={t('vaults.none.title')} text={t('vaults.none.text')} />
                ) : (
                  <Table label={t('vaults.register')} isDense rows={bars} rowKey={({ id }) => id} columns={columnsIn(words)} />
                )}
              </Card>
              {next !== null && (
                <LinkButton look="plain" to={{ page: pages.bars, query: { ...kept, after: next } }}>
                  {t('vaults.older')}
                </LinkButton>
              )}
            </>
          )}
        </Loaded>
      </Stack>
    </>
  );
}

function columnsIn({ t, dateTime, amount }: Words): readonly Column<Bar>[] {
  return [
    { key: 'serial', title: t('vaults.serial'), cell: ({ serial }) => serial },
    { key: 'refiner', title: t('vaults.refiner'), cell: ({ refiner }) => refiner },
    {
      key: 'weight',
      title: t('vaults.weight.title'),
      isFigures: true,
      cell: ({ weight }) => t('vaults.weight', { weight: amount(weight, 'g') }),
    },
    { key: 'vault', title: t('vaults.vault'), cell: ({ vault }) => t(`vaults.vault.${vault}`) },
    { key: 'company', title: t('vaults.company'), cell: ({ company }) => t(`desk.company.${company}`) },
    { key: 'came', title: t('vaults.came'), cell: ({ came_at: at }) => dateTime(at) },
    { key: 'state', title: t('vaults.state'), cell: ({ state }) => t(`vaults.state.${state}`) },
  ];
}
