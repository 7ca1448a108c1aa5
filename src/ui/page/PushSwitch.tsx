import { useEffect, useState } from 'react';
import { pushCalls } from '../../protocol/pushCalls.ts';
import { useRead, useWrite } from '../api/reads.ts';
import { useClient } from '../api/context.tsx';
import { Button } from '../components/Button.tsx';
import { WriteFailure } from '../components/States.tsx';
import { useWords } from '../words/context.tsx';
import { lookAtBrowser, subscribeBrowser, unsubscribeBrowser, type BrowserPush, type PushTrouble } from './browserPush.ts';
import { rememberPushed } from './pushMemory.ts';
import styles from './PushSwitch.module.css';

/** Whether this browser is told while the portal is closed; nothing where the broker pushes nothing. */
export function PushSwitch() {
  const { t } = useWords();
  const read = useRead(pushCalls.push, {});
  const [browser, setBrowser] = useState<BrowserPush>();
  const look = (): void => void lookAtBrowser().then(setBrowser, () => setBrowser({ is: 'unable' }));
  useEffect(look, []);
  if (!read.data || read.data.key === null || browser === undefined) return <WriteFailure failure={read.error} />;
  if (browser.is !== 'able') return <p>{t(`notices.push.${browser.is}`)}</p>;
  const { key, endpoints } = read.data;
  const isOurs = browser.key === undefined || browser.key === key;
  const isOn = browser.endpoint !== undefined && endpoints.includes(browser.endpoint) && isOurs;
  return <Turning broker={key} isOn={isOn} endpoint={browser.endpoint} onTurned={look} />;
}

interface TurningProps {
  /** The broker's key. */
  readonly broker: string;
  readonly isOn: boolean;
  readonly endpoint: string | undefined;
  readonly onTurned: () => void;
}

function Turning({ broker, isOn, endpoint, onTurned }: TurningProps) {
  const { t } = useWords();
  const { id: client } = useClient();
  const save = useWrite(pushCalls.savePush);
  const remove = useWrite(pushCalls.removePush);
  const [trouble, setTrouble] = useState<PushTrouble>();
  const [isBusy, setBusy] = useState(false);
  const turnOn = async (): Promise<void> => {
    const made = await subscribeBrowser(broker);
    if (typeof made === 'string') return setTrouble(made);
    const isTaken = await save.mutateAsync(made).then(
      () => true,
      () => false,
    );
    if (isTaken) rememberPushed(client);
    else await unsubscribeBrowser();
  };
  const turnOff = async (): Promise<void> => {
    if (endpoint !== undefined) await remove.mutateAsync({ endpoint });
    await unsubscribeBrowser();
  };
  const turn = (): void => {
    setTrouble(undefined);
    setBusy(true);
    const turned = isOn ? turnOff() : turnOn();
    void turned
      // What the server said stands below.
      .catch(() => undefined)
      .finally(() => {
        setBusy(false);
        onTurned();
      });
  };
  return (
    <div className={styles.switch}>
      <p role="status">{t(isOn ? 'notices.push.on' : 'notices.push.off')}</p>
      <Button look="plain" size="small" isBusy={isBusy} onClick={turn}>
        {t(isOn ? 'notices.push.turnOff' : 'notices.push.turnOn')}
      </Button>
      {trouble !== undefined && <p role="alert">{t(`notices.push.${trouble}`)}</p>}
      <WriteFailure failure={save.error ?? remove.error} />
    </div>
  );
}
