import { useState } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ProofDialog, type Proving } from '../../../ui/form/ProofDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { securityContract, type Factors } from '../contract.ts';
import { RecoveryCodes, TotpDialog, type NewTotp } from './Totp.tsx';
import styles from './Security.module.css';

const { calls } = securityContract;

/** What is asked for beside the password, and how it is turned on and off. */
export function SecondFactor() {
  const read = useRead(calls.factors, {});
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
      {(factors) => <Methods factors={factors} />}
    </Loaded>
  );
}

function Methods({ factors }: { readonly factors: Factors }) {
  const { t, date } = useWords();
  const { proving, close, begun, endSetUp, codes, showCodes, ask } = useActs();
  const isOn = factors.totp !== null;
  return (
    <Card
      title={t('security.factor')}
      aside={<Status tone={isOn ? 'gain' : 'warn'}>{t(isOn ? 'security.factor.on' : 'security.factor.off')}</Status>}
    >
      <Stack>
        <p className={styles.hint}>{t('security.factor.text')}</p>
        <ul className={styles.methods}>
          <li className={styles.method}>
            <div>
              <h3>{t('security.totp')}</h3>
              <p className={styles.hint}>
                {factors.totp === null ? t('security.totp.text') : t('security.totp.since', { date: date(factors.totp.since) })}
              </p>
            </div>
            <Button look="plain" size="small" onClick={isOn ? ask.removeTotp : ask.beginTotp}>
              {t(isOn ? 'security.totp.remove' : 'security.totp.begin')}
            </Button>
          </li>
          {isOn && (
            <li className={styles.method}>
              <div>
                <h3>{t('security.codes')}</h3>
                <p className={styles.hint}>{t('security.codes.left', { count: factors.recovery_codes_left })}</p>
              </div>
              <Button look="plain" size="small" onClick={ask.renewCodes}>
                {t('security.codes.renew')}
              </Button>
            </li>
          )}
        </ul>
      </Stack>
      <ProofDialog proving={proving} onClose={close} />
      <TotpDialog begun={begun} onDone={endSetUp} onCodes={showCodes} />
      <RecoveryCodes codes={codes} onClose={() => showCodes([])} />
    </Card>
  );
}

/** Each act is proven first; what it brings is shown after. */
function useActs() {
  const { t } = useWords();
  const begin = useWrite(calls.beginTotp);
  const remove = useWrite(calls.removeFactor);
  const renew = useWrite(calls.renewCodes);
  const [proving, setProving] = useState<Proving>();
  const [begun, setBegun] = useState<NewTotp>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const words = (of: 'totp.begin' | 'totp.remove' | 'codes.renew'): Pick<Proving, 'title' | 'text' | 'action'> => ({
    title: t(`security.${of}.title`),
    text: t(`security.${of}.proof`),
    action: t('security.proof.go'),
  });
  return {
    proving,
    close: () => setProving(undefined),
    begun,
    endSetUp: () => setBegun(undefined),
    codes,
    showCodes: setCodes,
    ask: {
      beginTotp: () => setProving({ ...words('totp.begin'), send: async (proof) => setBegun(await begin.mutateAsync(proof)) }),
      removeTotp: () =>
        setProving({
          ...words('totp.remove'),
          isDanger: true,
          send: async (proof) => {
            await remove.mutateAsync({ ...proof, kind: 'totp' });
            showToast({ tone: 'gain', title: t('security.totp.removed') });
          },
        }),
      renewCodes: () =>
        setProving({
          ...words('codes.renew'),
          send: async (proof) => setCodes((await renew.mutateAsync(proof)).recovery_codes),
        }),
    },
  };
}
