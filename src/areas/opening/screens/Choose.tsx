import { useState, type ReactNode } from 'react';
import { useClient, useGate } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { AccountIcon } from '../../../ui/components/AccountIcon.tsx';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { WayOn } from '../../../ui/components/WayOn.tsx';
import { useLeadOn, useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { platforms, type PlatformKey } from '../../../law/platforms.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { openingContract, type OfferedType } from '../contract.ts';
import { aboutId, alongWith, firstPlatform, inOrder, investorQuery, mayReadLevels, offeredHere, platformsOf } from './choice.ts';
import styles from './Choose.module.css';

type Query = ScreenProps<typeof openingContract.pages.choose>['query'];

/** The types of accounts side by side, by platform (document 2 §2). */
export default function Choose({ query }: ScreenProps<typeof openingContract.pages.choose>) {
  const investor = investorQuery(query);
  useLeadOn(investor && { page: pageLinks.follow, query: investor });
  return investor === undefined ? <Types query={query} /> : null;
}

function Types({ query }: { readonly query: Query }) {
  const { t, language } = useWords();
  const live = useRead(openingContract.calls.liveTypes, {});
  const demo = useRead(openingContract.calls.demoTypes, {});
  const [chosen, setChosen] = useState<PlatformKey>();
  const { country } = useClient();
  return (
    <>
      <ScreenHead
        title={t('opening.choose.title')}
        text={t('opening.choose.text')}
        actions={
          mayReadLevels({ country, language }) && (
            <LinkButton look="plain" to={{ page: openingContract.pages.levels }}>
              {t('opening.levels.title')}
            </LinkButton>
          )
        }
      />
      <Loaded read={live}>
        {({ account_types: all, default_platform: usual }) => {
          const types = offeredHere(all, query);
          const platform = chosen ?? firstPlatform(types, usual);
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
                  options={platformsOf(types).map((key) => ({ value: key, label: platforms[key].name }))}
                />
              </div>
              <ul className={styles.list}>
                {inOrder(types.filter((type) => type.platform === platform)).map((type) => (
                  <TypeCard key={type.name} type={type} hasDemo={demoNames.has(type.name)} query={query} />
                ))}
              </ul>
            </Stack>
          );
        }}
      </Loaded>
    </>
  );
}

/** Why no account can be opened: a gate, or that there are as many as can be open at once. */
function Shut() {
  const { t } = useWords();
  const { gates, client_can_open_account: mayOpenMore } = useClient();
  const isShut = gates['open_live_account'] !== null && gates['open_demo_account'] !== null;
  if (mayOpenMore || isShut) {
    const shut = gates['open_live_account'];
    return (
      <>
        <GateNotice action="open_live_account" />
        {/* Document 1 §8: clients from Hong Kong are told by a popup that they are not accepted. */}
        {shut?.code === 'we_are_not_accept_hongkong_clients' && <Told title={t('opening.failed')} text={shut.message} />}
      </>
    );
  }
  const title = t('opening.maximum.title');
  return (
    <>
      <Notice tone="warn" title={title} action={<WayOn code="account_limit_reached" />}>
        {t('opening.maximum')}
      </Notice>
      {/* Document 3 §6: that the maximum is reached is told by a modal. */}
      <Told title={title} text={t('opening.maximum')} way={<WayOn code="account_limit_reached" look="main" size="medium" />} />
    </>
  );
}

interface ToldProps {
  readonly title: string;
  readonly text: string;
  readonly way?: ReactNode;
}

/** A popup of what stands on the page too. */
function Told({ title, text, way }: ToldProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      title={title}
      actions={
        <>
          <Button look={way === undefined ? 'main' : 'plain'} onClick={() => setOpen(false)}>
            {t('ui.close')}
          </Button>
          {way}
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}

interface TypeProps {
  readonly type: OfferedType;
  readonly hasDemo: boolean;
  readonly query: Query;
}

function TypeCard({ type, hasDemo, query }: TypeProps) {
  const { t, number } = useWords();
  const { minDeposit, account_currencies: currencies } = type['_embedded'];
  const [currency = 'USD'] = currencies;
  const commission = type.commissionPerLot[currency] ?? '0';
  return (
    <li className={styles.card}>
      <div>
        <div className={styles.head}>
          <AccountIcon family={type.family} />
          <h2>{type.displayName}</h2>
        </div>
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
      <Actions type={type} hasDemo={hasDemo} query={query} />
    </li>
  );
}

/** Opening one of it, live or as a demo; what an account for shares asks has a page of its own. */
function Actions({ type, hasDemo, query: asked }: TypeProps) {
  const { t } = useWords();
  const open = useOpen();
  const shutLive = useGate('open_live_account');
  const shutDemo = useGate('open_demo_account');
  const query = { ...alongWith(asked), account: type.name };
  const isStock = type.family === 'stock';
  return (
    <div className={styles.actions}>
      {isStock ? (
        <LinkButton isWide to={{ page: pageLinks.stockTrading }}>
          {t('opening.stocks.do')}
        </LinkButton>
      ) : (
        <LinkButton isWide to={{ page: openingContract.pages.live, query }} refusal={shutLive?.message} isRefusalShown={false}>
          {t('opening.live.do')}
        </LinkButton>
      )}
      {hasDemo && (
        <Button
          look={shutLive ? 'main' : 'quiet'}
          isWide
          aria-label={`${t('opening.demo.do')}: ${type.displayName}`}
          refusal={shutDemo?.message}
          isRefusalShown={false}
          onClick={() => open({ page: openingContract.pages.demo, query })}
        >
          {t('opening.demo.do')}
        </Button>
      )}
    </div>
  );
}
