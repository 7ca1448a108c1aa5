import { useClient, useConnection } from '../../../ui/api/context.tsx';
import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import type { OverProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { interposingContract } from '../contract.ts';

/** Document 2 §1: stays until a password is set. */
export default function RequiredPassword({ frame: Frame }: OverProps) {
  const { t } = useWords();
  const { api } = useConnection();
  const { id } = useClient();
  const form = useForm({
    name: 'interposing.password',
    form: interposingContract.forms.password,
    initial: { password: '', password2: '' },
    supply: () => ({ client_id: id }),
    submit: (sent) => api.send(interposingContract.calls.setRequiredPassword, sent),
  });
  return (
    <Frame title={t('interposing.password.title')}>
      <Stack>
        <p>{t('interposing.password.text')}</p>
        <form {...form.frame}>
          <FormLayout
            failure={form.failure}
            actions={
              <Button type="submit" isBusy={form.isBusy}>
                {t('interposing.password.do')}
              </Button>
            }
          >
            <FormFields form={form} given={{}} />
          </FormLayout>
        </form>
      </Stack>
    </Frame>
  );
}
