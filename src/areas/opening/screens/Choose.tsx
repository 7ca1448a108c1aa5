import { useState } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useOpen, useTravel } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { platformKeys, platforms, type PlatformKey } from '../../../law/platforms.ts';
import { opening, type OfferedType } from '../contract.ts';
import { aboutId, inOrder } from './choice.ts';
import styles from './Choose.module.css';

/** The types of accounts side by side, by platform (document 2 §2). */
export default function Choose() {
  const { t } = useWords();
  const live = useRead(opening.calls.liveTypes, {});
  const demo = useRead(opening.calls.demoTypes, {});
  const [chosen, setChosen] = useState<PlatformKey>();
  return (
    <>
      <ScreenHead title={t('opening.choose.title')} text={t('opening.choose.text')} />
      <Loaded read={live}>
        {({ account_types: types, default_platform: usual }) => {
          const platform = chosen ?? usual;
          const demoNames = new Set(demo.data?.account_types.map(({ name }) => name));
          return (
            <Stack>
              <Shut />
              <div className={styles.platform}>
                <Choice
                  label={t('opening.platform')}
                  name="platform"
                  look="segments"
                  value={platform}
                  onChange={setChosen}
                  options={platformKeys.map((key) => ({ value: key, label: platforms[key].name }))}
                />
              </div>
              <ul className={styles.list}>
                {inOrder(types.filter((type) => type.platform === platform)).map((type) => (
                  <TypeCard key={type.name} type={type} hasDemo={demoNames.has(type.name)} />
                ))}
              </ul>
            </Stack>
          );
        }}
      </Loaded>
    </>
  );
}

/** Why no account can be opened, and what opens the way. */
function Shut() {
  const { t } = useWords();
  const { find } = useTravel();
  const shut = useGate('open_live_account');
  if (!shut) return null;
  const next = shut.next === undefined ? undefined : find(shut.next);
  return (
    <Notice
      tone="warn"
      action={
        next && (
          <LinkButton look="plain" size="small" to={{ page: next }}>
            {t(next.title)}
          </LinkButton>
        )
      }
    >
      {shut.message}
    </Notice>
  );
}

function TypeCard({ type, hasDemo }: { readonly type: OfferedType; readonly hasDemo: boolean }) {
  const { t, number } = useWords();
  const open = useOpen();
  const shutLive = useGate('open_live_account');
  const shutDemo = useGate('open_demo_account');
  const { minDeposit, account_currencies: currencies } = type['_embedded'];
  const [currency = 'USD'] = currencies;
  const commission = type.commissionPerLot[currency] ?? '0';
  const query = { account: type.name };
  return (
    <li className={styles.card}>
      <div>
        <h2>{type.displayName}</h2>
        <p className={styles.text}>{t(aboutId(type))}</p>
      </div>
      <Facts
        items={[
          {
            key: 'deposit',
            name: t('opening.minDeposit'),
            value: <Amount value={minDeposit.data[currency] ?? minDeposit.data['default'] ?? '0'} currency={currency} />,
          },
          { key: 'leverage', name: t('opening.leverageUpTo'), value: <bdi dir="ltr">1:{type.maxLeverage}</bdi> },
          { key: 'spread', name: t('opening.spreadFrom'), value: t('opening.pips', { pips: number(type.spreadFromPips, 1) }) },
          {
            key: 'commission',
            name: t('opening.commission'),
            value: /[1-9]/.test(commission) ? <Amount value={commission} currency={currency} /> : t('opening.commission.none'),
          },
        ]}
      />
      <div className={styles.actions}>
        {!shutLive && (
          <LinkButton isWide to={{ page: opening.pages.live, query }}>
            {t('opening.live.do')}
          </LinkButton>
        )}
        {hasDemo && !shutDemo && (
          <Button
            look={shutLive ? 'main' : 'quiet'}
            isWide
            aria-label={`${t('opening.demo.do')}: ${type.displayName}`}
            onClick={() => open({ page: opening.pages.demo, query })}
          >
            {t('opening.demo.do')}
          </Button>
        )}
      </div>
    </li>
  );
}
