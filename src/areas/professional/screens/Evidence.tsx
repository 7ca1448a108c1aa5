import type { ProfessionalCriterion } from '../../../law/professional.ts';
import { useSendFile } from '../../../ui/api/sendFile.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { professionalContract } from '../contract.ts';

const { calls, forms } = professionalContract;

/** Sends a paper that shows a criterion. */
export function Evidence({ criterion }: { readonly criterion: ProfessionalCriterion }) {
  const { t } = useWords();
  const { going, send } = useSendFile(calls.evidence);
  const form = useForm({
    name: `professional.evidence.${criterion}`,
    form: forms.evidence,
    initial: { file: '' },
    supply: () => ({ criterion }),
    submit: async (checked, { file }) => {
      if (file === '') return;
      await send({ ...checked, file });
      showToast({ tone: 'gain', title: t('professional.evidence.sent') });
    },
  });
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button type="submit" look="plain" isBusy={form.isBusy}>
            {t(`professional.evidence.do.${criterion}`)}
          </Button>
        }
      >
        <FormFields form={form} given={{ file: going }} />
      </FormLayout>
    </form>
  );
}
