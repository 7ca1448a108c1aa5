import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { useSecondsLeft } from '../../../ui/components/useSecondsLeft.ts';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { profileContract, type ContactSent } from '../contract.ts';

const { forms } = profileContract;

interface ContactPinProps {
  readonly to: string;
  readonly sent: ContactSent;
  /** Back to where another one can be sent. */
  readonly onAgain: () => void;
  readonly save: (pin: string) => Promise<void>;
}

/** The PIN that went to the address or the number. A wrong one has ended it. */
export function ContactPin({ to, sent, onAgain, save }: ContactPinProps) {
  const { t } = useWords();
  const left = useSecondsLeft(sent);
  const form = useForm({ name: 'profile.pin', form: forms.pin, initial: { pin: '' }, submit: ({ pin }) => save(pin) });
  return (
    <Stack>
      <p>{t('profile.pin.sent', { channel: sent.channel, to })}</p>
      <form {...form.frame}>
        <FormLayout
          failure={form.failure}
          actions={
            <>
              <Button look="plain" refusal={left > 0 ? t('profile.pin.wait', { seconds: left }) : undefined} onClick={onAgain}>
                {t('profile.pin.again')}
              </Button>
              <Button type="submit" isBusy={form.isBusy}>
                {t('profile.pin.save')}
              </Button>
            </>
          }
        >
          <FormFields form={form} given={{}} />
        </FormLayout>
      </form>
    </Stack>
  );
}
