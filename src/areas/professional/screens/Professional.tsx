// Drawn by the forms as soon as they are there: so it comes with them.
import '../../../ui/components/FileField.tsx';
import { professionalCriteria, type ProfessionalCriterion } from '../../../law/professional.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { professionalContract, type Application } from '../contract.ts';
import { Evidence } from './Evidence.tsx';
import styles from './Professional.module.css';

const { calls, forms } = professionalContract;

/** To be treated as a professional: two of three criteria with evidence, the request, the warning, and a separate acknowledgement. */
export default function Professional() {
  const { t } = useWords();
  const read = useRead(calls.application, {});
  return (
    <>
      <ScreenHead title={t('nav.professional')} text={t('professional.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {(application) => <Applying application={application} />}
      </Loaded>
    </>
  );
}

function Applying({ application }: { readonly application: Application }) {
  const { t } = useWords();
  const { status, is_offered: isOffered, is_requested: isRequested, is_accepted: isAccepted } = application;
  if (status === 'waiting') return <Notice title={t('professional.waiting.title')}>{t('professional.waiting.text')}</Notice>;
  if (status === 'approved')
    return (
      <Notice tone="gain" title={t('professional.approved.title')}>
        {t('professional.approved.text')}
      </Notice>
    );
  if (!isOffered) return <Notice>{t('professional.notOffered')}</Notice>;
  return (
    <Stack>
      {status === 'declined' && (
        <Notice tone="warn" title={t('professional.declined.title')}>
          {t('professional.declined.text')}
        </Notice>
      )}
      {professionalCriteria.map((criterion) => (
        <Criterion key={criterion} criterion={criterion} application={application} isOpen={!isRequested} />
      ))}
      <Warning />
      {isRequested ? <Notice tone="gain">{t('professional.requested')}</Notice> : <Request application={application} />}
      {isAccepted ? <Notice tone="gain">{t('professional.accepted')}</Notice> : <Accept />}
    </Stack>
  );
}

interface CriterionProps {
  readonly criterion: ProfessionalCriterion;
  readonly application: Application;
  readonly isOpen: boolean;
}

function Criterion({ criterion, application, isOpen }: CriterionProps) {
  const { t } = useWords();
  // What was declined is judged no more: another application begins with nothing.
  const own = application.status === 'draft' ? application.evidence.find((each) => each.criterion === criterion) : undefined;
  return (
    <Card
      title={t(`professional.criterion.${criterion}.title`)}
      aside={
        <Status tone={own ? 'gain' : 'still'}>{t(own ? 'professional.evidence.there' : 'professional.evidence.none')}</Status>
      }
    >
      <Stack>
        <p>{t(`professional.criterion.${criterion}.text`)}</p>
        {own && (
          <ul className={styles.files}>
            {own.files.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        )}
        {isOpen && <Evidence key={own?.files.length ?? 0} criterion={criterion} />}
      </Stack>
    </Card>
  );
}

/** What is lost (COBS 3.5.3, MiFID II annex II.1): in clear words, before anything is accepted. */
function Warning() {
  const { t } = useWords();
  return (
    <Notice tone="warn" title={t('professional.warning.title')}>
      <ul className={styles.files}>
        {(['leverage', 'loss', 'incentives', 'compensation', 'knowledge'] as const).map((line) => (
          <li key={line}>{t(`professional.warning.${line}`)}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Request({ application }: { readonly application: Application }) {
  const { t } = useWords();
  const { mutateAsync } = useWrite(calls.request);
  const shown = application.status === 'draft' ? application.evidence.length : 0;
  const form = useForm({
    name: 'professional.request',
    form: forms.request,
    initial: { requests_professional: false },
    submit: (sent) => mutateAsync(sent),
  });
  const missing = application.least_criteria - shown;
  return (
    <Card title={t('professional.request.title')}>
      <form {...form.frame}>
        <FormLayout
          failure={form.failure}
          actions={
            <Button
              type="submit"
              isBusy={form.isBusy}
              refusal={missing > 0 ? t('professional.request.lacks', { missing }) : undefined}
            >
              {t('professional.request.do')}
            </Button>
          }
        >
          <FormFields form={form} given={{}} />
        </FormLayout>
      </form>
    </Card>
  );
}

/** In a document of its own, apart from the request. */
function Accept() {
  const { t } = useWords();
  const { mutateAsync } = useWrite(calls.accept);
  const form = useForm({
    name: 'professional.accept',
    form: forms.accept,
    initial: { accepted_professional_tc: false },
    submit: (sent) => mutateAsync(sent),
  });
  return (
    <Card title={t('professional.accept.title')}>
      <PlainForm form={form} given={{}} verb={t('professional.accept.do')} />
    </Card>
  );
}
