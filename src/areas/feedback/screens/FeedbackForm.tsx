import { useConnection } from '../../../ui/api/context.tsx';
import { useWrite } from '../../../ui/api/reads.ts';
import { showToast } from '../../../ui/components/toast.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { feedbackContract, scores } from '../contract.ts';

const { calls, forms } = feedbackContract;

/** How good the portal is held to be, and why. */
export function FeedbackForm() {
  const { t } = useWords();
  const give = useWrite(calls.give);
  const form = useForm({
    name: 'feedback',
    form: forms.give,
    initial: { score: '', text: '', may_contact: false },
    submit: async (typed) => {
      await give.mutateAsync(typed);
      showToast({ tone: 'gain', title: t('feedback.thanks') });
    },
  });
  return (
    <PlainForm
      form={form}
      given={{ score: { options: scores.map((value) => ({ value, label: t(`feedback.score.${value}`) })) } }}
      verb={t('feedback.send')}
    />
  );
}

/** Says no to it; whoever's line is down is asked once more after the next sign-in. */
export function useDecline(): (event: 'put_off' | 'declined') => void {
  const { api } = useConnection();
  return (event) => void api.send(calls.note, { event }).catch(() => undefined);
}
