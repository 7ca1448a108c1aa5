import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Copyable } from '../../../ui/components/CopyButton.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { Contact } from '../../../ui/components/WayOn.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { bestTradesContract, pictureSize, type BestTrade } from '../contract.ts';
import styles from './BestTrades.module.css';

/** Where a picture can be shown; each takes the address of what is shown. */
const places = {
  telegram: 'https://t.me/share/url?url=',
  facebook: 'https://www.facebook.com/sharer/sharer.php?u=',
  x: 'https://x.com/intent/post?url=',
} as const;
const placeNames = Object.keys(places) as (keyof typeof places)[];

/** Draws the picture when it is asked for; the ways to share it are there once it is, and never where drawing failed (document 3 §4). */
export function Share({ trade }: { readonly trade: BestTrade }) {
  const { t } = useWords();
  const { order, account, profit, symbol } = trade;
  const render = useWrite(bestTradesContract.calls.render);
  const [address, setAddress] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  const draw = async (): Promise<void> => {
    setFailed(false);
    const { image_url: url, error } = await render.mutateAsync({ order, account, profit, symbol });
    setAddress(url);
    setFailed(error !== null || url === null);
  };
  return (
    <div className={styles.share}>
      {address === null && (
        <Button icon="upload" isBusy={render.isPending} onClick={() => void draw().catch(() => setAddress(null))}>
          {t('bestTrades.share')}
        </Button>
      )}
      {isFailed && (
        <Notice tone="loss" isUrgent title={t('bestTrades.failed.title')} action={<Contact subject={String(order)} />}>
          {t('bestTrades.failed.text')}
        </Notice>
      )}
      <WriteFailure failure={render.error} />
      {address !== null && (
        <>
          <img
            className={styles.picture}
            src={new URL(address).pathname}
            width={pictureSize.width}
            height={pictureSize.height}
            alt={t('bestTrades.picture', { symbol })}
          />
          <p className={styles.quiet}>{t('bestTrades.public')}</p>
          <Copyable text={address} label={t('bestTrades.copy')} />
          <ul className={styles.places} aria-label={t('bestTrades.places')}>
            {placeNames.map((name) => (
              <li key={name}>
                <a href={`${places[name]}${encodeURIComponent(address)}`} target="_blank" rel="noreferrer">
                  {t(`bestTrades.place.${name}`)}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
