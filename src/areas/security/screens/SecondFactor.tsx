import { lazy, Suspense } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { securityContract, type Factors } from '../contract.ts';
import { useFactorActs } from './factorActs.ts';
import { RecoveryCodes, TotpDialog } from './Totp.tsx';
import styles from './Security.module.css';

const { calls } = securityContract;
const ProofDialog = lazy(() => import('../../../ui/proof/ProofDialog.tsx'));

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
  const { proving, close, begun, endSetUp, codes, showCodes, ask } = useFactorActs();
  const { totp, passkeys, recovery_codes_left: count } = factors;
  const isOn = totp !== null || passkeys.length > 0;
  const state = t(isOn ? 'security.factor.on' : 'security.factor.off');
  return (
    <Card title={t('security.factor')} aside={<Status tone={isOn ? 'gain' : 'warn'}>{state}</Status>}>
      <Stack>
        <p className={styles.hint}>{t('security.factor.text')}</p>
        <GateNotice action="change_profile" />
        <ul className={styles.methods}>
          <Method
            title={t('security.totp')}
            text={totp === null ? t('security.totp.text') : t('security.totp.since', { date: date(totp.since) })}
            action={t(totp === null ? 'security.totp.begin' : 'security.totp.remove')}
            onAct={totp === null ? ask.beginTotp : ask.removeTotp}
          />
          <Method
            title={t('security.passkeys')}
            text={t('security.passkeys.text')}
            action={t('security.passkeys.add')}
            onAct={ask.addPasskey}
          />
          {passkeys.map(({ id, name, added_at: added, used_at: used }) => (
            <Method
              key={id}
              title={name}
              text={
                used === null
                  ? t('security.passkeys.unused', { date: date(added) })
                  : t('security.passkeys.used', { date: date(added), used: date(used) })
              }
              action={t('security.passkeys.remove')}
              label={t('security.passkeys.remove.name', { name })}
              onAct={() => ask.removePasskey(id)}
            />
          ))}
          {isOn && (
            <Method
              title={t('security.codes')}
              text={t('security.codes.left', { count })}
              action={t('security.codes.renew')}
              onAct={ask.renewCodes}
            />
          )}
        </ul>
      </Stack>
      {proving && (
        <Suspense>
          <ProofDialog proving={proving} onClose={close} />
        </Suspense>
      )}
      <TotpDialog begun={begun} onDone={endSetUp} onCodes={showCodes} />
      <RecoveryCodes codes={codes} onClose={() => showCodes([])} />
    </Card>
  );
}

interface MethodProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** Where the words of the button alone do not say of what. */
  readonly label?: string;
  readonly onAct: () => void;
}

function Method({ title, text, action, label, onAct }: MethodProps) {
  // While the account is frozen nothing changes that having it back hangs on.
  const refusal = useGate('change_profile')?.message;
  return (
    <li className={styles.method}>
      <div>
        <h3>{title}</h3>
        <p className={styles.hint}>{text}</p>
      </div>
      <Button look="plain" size="small" aria-label={label} refusal={refusal} isRefusalShown={false} onClick={onAct}>
        {action}
      </Button>
    </li>
  );
}
