import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import type { OverProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { FeedbackForm, useDecline } from './FeedbackForm.tsx';

/** The last that is asked after sign-in: closing it puts it off, and one may not want to say. */
export default function Asked({ frame: Frame }: OverProps) {
  const { t } = useWords();
  const decline = useDecline();
  return (
    <Frame title={t('page.feedback')} onAsk={() => decline('put_off')}>
      <Stack>
        <p>{t('feedback.intro')}</p>
        <FeedbackForm />
        <div>
          <Button look="quiet" onClick={() => decline('declined')}>
            {t('feedback.decline')}
          </Button>
        </div>
      </Stack>
    </Frame>
  );
}
