import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import { useDeclared } from '../../../ui/desk/columns.tsx';
import { TakeAlong } from '../../../ui/desk/TakeAlong.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { goldVaultKeys } from '../../../law/goldVaults.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { vaultsContract } from '../contract.ts';
import { barColumns } from '../rules.ts';

const { calls, deskPages: pages } = vaultsContract;

/** The register of bars. */
export default function Bars({ query }: ScreenProps<typeof pages.bars>) {
  const { t } = useWords();
  const declared = useDeclared();
  const vault = goldVaultKeys.find((each) => each === query.vault);
  const { after } = query;
  const kept = vault === undefined ? {} : { vault };
  const read = useRead(calls.bars, { ...kept, ...(after === undefined ? {} : { after }) });
  return (
    <>
      <ScreenHead
        title={t('vaults.register')}
        back={<PageLink to={{ page: pages.vaults }}>{t('desk.nav.gold')}</PageLink>}
        actions={<TakeAlong table="vaults.bars" asked={{ vault }} name={t('vaults.register')} />}
      />
      <Stack>
        <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
          {({ bars, next }) => (
            <>
              <Card isFlush>
                {bars.length === 0 ? (
                  <EmptyState picture="documents" title={t('vaults.none.title')} text={t('vaults.none.text')} />
                ) : (
                  <Table
                    label={t('vaults.register')}
                    isDense
                    rows={bars}
                    rowKey={({ id }) => id}
                    columns={declared(barColumns)}
                  />
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
