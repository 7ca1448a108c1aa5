import { useState } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { EmptyState } from '../../../ui/components/States.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { tradingContract } from '../contract.ts';
import { KindChoice } from './KindChoice.tsx';
import styles from './Terminal.module.css';

/** There is no account of that kind to trade: the way to one. */
export function NoAccount({ isDemo, leverages }: { readonly isDemo: boolean; readonly leverages: readonly number[] }) {
  const { t } = useWords();
  const open = useOpen();
  return (
    <>
      <div className={styles.kind}>
        <KindChoice
          isDemo={isDemo}
          onChange={(toDemo) =>
            open({ page: tradingContract.pages.webtrader, query: { is_demo: toDemo ? 1 : 0 } }, { replace: true })
          }
        />
      </div>
      <EmptyState
        picture="chart"
        title={t(isDemo ? 'trading.noDemo.title' : 'trading.noLive.title')}
        text={t(isDemo ? 'trading.noDemo.text' : 'trading.noLive.text')}
        action={isDemo ? <OpenDemo leverages={leverages} /> : <OpenLive />}
      />
    </>
  );
}

function OpenLive() {
  const { t } = useWords();
  const shut = useGate('open_live_account');
  if (shut) return <Button refusal={shut.message}>{t('trading.openLive')}</Button>;
  return <LinkButton to={{ page: pageLinks.openLive }}>{t('trading.openLive')}</LinkButton>;
}

/** The leverages that the terminal proposes for play money (document 3 §9), under the law's caps. */
function OpenDemo({ leverages }: { readonly leverages: readonly number[] }) {
  const { t } = useWords();
  const shut = useGate('open_demo_account');
  const [chosen, setChosen] = useState(String(leverages.at(-1) ?? ''));
  if (shut) return <Button refusal={shut.message}>{t('trading.openDemo')}</Button>;
  return (
    <div className={styles.openDemo}>
      <SelectField
        label={t('trading.leverage')}
        value={chosen}
        options={leverages.map((leverage) => ({ value: String(leverage), label: `1:${leverage}` }))}
        onChange={(event) => setChosen(event.target.value)}
      />
      <LinkButton to={{ page: pageLinks.openDemo, query: { leverage: chosen } }}>{t('trading.openDemo')}</LinkButton>
    </div>
  );
}
