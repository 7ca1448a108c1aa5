import { useWrite } from '../../../ui/api/reads.ts';
import { Button, OutsideButton } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { CopyButton } from '../../../ui/components/CopyButton.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { QrCode } from '../../../ui/components/QrCode.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { securityContract } from '../contract.ts';
import styles from './Security.module.css';

const { calls, forms } = securityContract;

/** A secret that no code was given of yet. */
export interface NewTotp {
  readonly secret: string;
  readonly uri: string;
}

interface TotpDialogProps {
  readonly begun: NewTotp | undefined;
  readonly onDone: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** The code for the camera of the app, and the first code that the app then shows. */
export function TotpDialog({ begun, onDone, onCodes }: TotpDialogProps) {
  const { t } = useWords();
  return (
    <Dialog isOpen={begun !== undefined} onClose={onDone} title={t('security.totp.begin.title')}>
      {begun && <FirstCode begun={begun} onDone={onDone} onCodes={onCodes} />}
    </Dialog>
  );
}

function FirstCode({ begun, onDone, onCodes }: TotpDialogProps & { readonly begun: NewTotp }) {
  const { t } = useWords();
  const finish = useWrite(calls.finishTotp);
  const form = useForm({
    name: 'security.totp',
    form: forms.totp,
    initial: { code: '' },
    submit: async (sent) => {
      const { recovery_codes: codes } = await finish.mutateAsync(sent);
      onDone();
      onCodes(codes);
    },
  });
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button type="submit" isBusy={form.isBusy}>
            {t('security.totp.turnOn')}
          </Button>
        }
      >
        <p>{t('security.totp.scan')}</p>
        <QrCode text={begun.uri} label={t('security.totp.picture')} />
        <p className={styles.hint}>{t('security.totp.byHand')}</p>
        <div className={styles.secret}>
          <bdi dir="ltr">{begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</bdi>
          <CopyButton text={begun.secret} label={t('security.totp.copy')} />
        </div>
        <OutsideButton href={begun.uri} icon="external" size="small">
          {t('security.totp.openApp')}
        </OutsideButton>
        <FormFields form={form} given={{}} />
      </FormLayout>
    </form>
  );
}

/** Fresh recovery codes, which are never shown again. Closed by the button alone, so that nobody loses them by a slip. */
export function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const { t } = useWords();
  return (
    <Dialog
      isOpen={codes.length > 0}
      title={t('security.codes')}
      actions={<Button onClick={onClose}>{t('security.codes.kept')}</Button>}
    >
      <Stack>
        <Notice tone="warn">{t('security.codes.text')}</Notice>
        <ul className={styles.codes} dir="ltr">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.copy}>
          <span>{t('security.codes.copy')}</span>
          <CopyButton text={codes.join('\n')} label={t('security.codes.copy')} />
        </div>
      </Stack>
    </Dialog>
  );
}
