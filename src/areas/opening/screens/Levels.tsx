import { useEffect, useRef } from 'react';
import { useClient } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { AccountIcon } from '../../../ui/components/AccountIcon.tsx';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Facts, ScreenHead } from '../../../ui/components/Card.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { SkeletonScreen } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { openingContract, type Level, type OfferedType } from '../contract.ts';
import { mayReadLevels } from './choice.ts';
import styles from './Choose.module.css';

/** Account types as levels: the client's own, and what the next one asks and gives. */
export default function Levels() {
  const { t, language } = useWords();
  const { country } = useClient();
  const read = useRead(openingContract.calls.levels, {});
  // Document 1 §2 and document 3 §2: clients of China, Taiwan, Macao and Hong Kong, and else in English; others are led home.
  if (!mayReadLevels({ country, language })) return <LedHome />;
  return (
    <>
      <ScreenHead title={t('opening.levels.title')} text={t('opening.levels.text')} />
      <Loaded read={read} skeleton={<SkeletonScreen />}>
        {({ levels }) => (
          <ol className={styles.list}>
            {levels.map((level) => (
              <LevelCard key={level.level} level={level} />
            ))}
          </ol>
        )}
      </Loaded>
    </>
  );
}

function LevelCard({ level }: { readonly level: Level }) {
  const { t, number } = useWords();
  const [first] = level.types;
  if (!first) return null;
  const { minDeposit, account_currencies: currencies } = first['_embedded'];
  const [currency = 'USD'] = currencies;
  const most = (valueOf: (type: OfferedType) => number): number => Math.max(...level.types.map(valueOf));
  return (
    <li className={styles.card} aria-current={level.is_own || undefined}>
      <div>
        <div className={styles.head}>
          <AccountIcon family={level.level} />
          <h2>{t(`opening.level.${level.level}`)}</h2>
          {level.is_own && <Status tone="gain">{t('opening.levels.own')}</Status>}
          {level.is_next && <Status tone="note">{t('opening.levels.next')}</Status>}
        </div>
        <p className={styles.text}>{t(`opening.level.${level.level}.text`)}</p>
      </div>
      <Facts
        items={[
          {
            key: 'deposit',
            name: t('opening.minDeposit'),
            value: <Amount value={minDeposit.data[currency] ?? minDeposit.data['default'] ?? '0'} currency={currency} />,
          },
          { key: 'leverage', name: t('opening.leverageUpTo'), value: <bdi dir="ltr">1:{most((type) => type.maxLeverage)}</bdi> },
          { key: 'spread', name: t('opening.spreadFrom'), value: t('opening.pips', { pips: number(first.spreadFromPips, 1) }) },
          { key: 'types', name: t('opening.levels.types'), value: level.types.map(({ displayName }) => displayName).join(', ') },
        ]}
      />
      <div className={styles.actions}>
        <LinkButton
          isWide
          look={level.is_next ? 'main' : 'plain'}
          to={{ page: openingContract.pages.live, query: { account: first.name } }}
        >
          {t('opening.live.do')}
        </LinkButton>
      </div>
    </li>
  );
}

function LedHome() {
  const { t } = useWords();
  const open = useOpen();
  const isLed = useRef(false);
  useEffect(() => {
    if (isLed.current) return;
    isLed.current = true;
    showToast({ tone: 'warn', title: t('opening.levels.title'), text: t('opening.levels.notHere') });
    open({ page: pageLinks.home }, { replace: true });
  });
  return null;
}
