import type { z } from 'zod';
import { useConnection } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import type { OverProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { interposingContract } from '../contract.ts';
import styles from './Terms.module.css';

const { calls, forms } = interposingContract;
type Told = z.output<typeof calls.terms.output>;

/** The company has newer terms than those that the client has agreed to. */
export default function Terms({ frame: Frame }: OverProps) {
  const { t } = useWords();
  const read = useRead(calls.terms, {});
  return (
    <Frame title={t('interposing.terms.title')}>
      <Stack>
        <p>{t('interposing.terms.text')}</p>
        <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
          {(told) => <Agreement key={told.version} told={told} askAgain={() => void read.refetch()} />}
        </Loaded>
      </Stack>
    </Frame>
  );
}

interface AgreementProps {
  readonly told: Told;
  readonly askAgain: () => void;
}

function Agreement({ told: { version, documents }, askAgain }: AgreementProps) {
  const { t } = useWords();
  const { api } = useConnection();
  const form = useForm({
    name: `interposing.terms.${version}`,
    form: forms.terms,
    initial: { i_agree_tc: false },
    supply: () => ({ version }),
    submit: (sent) => api.send(calls.agreeTerms, sent).finally(askAgain),
  });
  return (
    <Stack>
      <ul className={styles.documents}>
        {documents.map(({ key, url }) => (
          <li key={key}>
            {url === null ? (
              t(`opening.document.${key}`)
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                {t(`opening.document.${key}`)}
              </a>
            )}
          </li>
        ))}
      </ul>
      <form {...form.frame}>
        <FormLayout
          failure={form.failure}
          actions={
            <Button type="submit" isBusy={form.isBusy}>
              {t('interposing.terms.do')}
            </Button>
          }
        >
          <FormFields form={form} given={{}} />
        </FormLayout>
      </form>
    </Stack>
  );
}
