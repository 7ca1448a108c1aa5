// Drawn by the form as soon as it is there: so it comes with it.
import '../../../ui/components/CountryField.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { Card, ScreenHead } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { enrolmentContract } from '../contract.ts';
import { TaxForm } from './updates.tsx';

const { calls } = enrolmentContract;

/** Document 1 §2: where taxes are paid, and the number there. */
export default function TaxId() {
  const { t } = useWords();
  const open = useOpen();
  const read = useRead(calls.questionnaire, {});
  return (
    <>
      <ScreenHead
        back={<BackLink to={{ page: pageLinks.profile }}>{t('enrolment.records.back')}</BackLink>}
        title={t('enrolment.tax.title')}
        text={t('enrolment.tax.text')}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
        {(told) => (
          <Card>
            <TaxForm
              told={told}
              onSaved={() => {
                showToast({ tone: 'gain', title: t('enrolment.records.done') });
                open({ page: pageLinks.profile });
              }}
            />
          </Card>
        )}
      </Loaded>
    </>
  );
}
