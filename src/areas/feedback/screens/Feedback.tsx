import { useClientPart } from '../../../ui/api/context.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { useLedBack } from '../../../ui/page/ledBack.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { FeedbackForm } from './FeedbackForm.tsx';

/** Document 1 §2: whoever is not asked is sent back to the page before, or to the dashboard; so is whoever has answered. */
export default function Feedback() {
  const { t } = useWords();
  const isAsked = useClientPart(({ client }) => client?.display_questionnaire);
  useLedBack(isAsked === false);
  return (
    <>
      <ScreenHead title={t('page.feedback')} />
      {isAsked === true && (
        <Card>
          <Stack>
            <p>{t('feedback.intro')}</p>
            <FeedbackForm />
          </Stack>
        </Card>
      )}
    </>
  );
}
