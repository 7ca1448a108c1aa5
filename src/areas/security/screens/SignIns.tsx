import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { securityContract, type SignInEntry } from '../contract.ts';
import { deviceName } from './device.ts';
import styles from './Security.module.css';

/** Who has signed in, and who has tried, newest first. */
export function SignIns() {
  const words = useWords();
  const { t } = words;
  const [after, setAfter] = useState<string>();
  const read = useRead(securityContract.calls.signIns, after === undefined ? {} : { after }, { keepsLast: true });
  return (
    <Card title={t('security.history')} isFlush>
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ sign_ins: rows, next }) => (
          <>
            <Table label={t('security.history')} columns={columnsOf(words)} rows={rows} rowKey={({ id }) => id} />
            {(after !== undefined || next !== null) && (
              <nav className={styles.pages} aria-label={t('security.history.pages')}>
                {after !== undefined && (
                  <Button look="plain" size="small" onClick={() => setAfter(undefined)}>
                    {t('security.history.newest')}
                  </Button>
                )}
                {next !== null && (
                  <Button look="plain" size="small" onClick={() => setAfter(next)}>
                    {t('security.history.older')}
                  </Button>
                )}
              </nav>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function columnsOf(words: Words): readonly Column<SignInEntry>[] {
  const { t, dateTime, country: nameOf } = words;
  return [
    { key: 'device', title: t('security.device'), onPhone: 'main', cell: (row) => deviceName(words, row) },
    {
      key: 'address',
      title: t('security.address'),
      cell: ({ address, country, city }) => (
        <span className={styles.from}>
          {address === null ? t('security.device.unknown') : <bdi dir="ltr">{address}</bdi>}
          {country !== null && (
            <span>{city === null ? nameOf(country) : t('security.whereabouts', { city, country: nameOf(country) })}</span>
          )}
        </span>
      ),
    },
    { key: 'when', title: t('security.history.when'), cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time> },
    {
      key: 'what',
      title: t('security.history.what'),
      onPhone: 'beside',
      cell: ({ outcome }) => <Status tone={outcome === 'refused' ? 'loss' : 'gain'}>{t(`security.history.${outcome}`)}</Status>,
    },
  ];
}
