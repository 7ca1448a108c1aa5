import { useClient, useConnection } from '../../../ui/api/context.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
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
        <PlainForm form={form} given={{}} verb={t('interposing.password.do')} />
      </Stack>
    </Frame>
  );
}
