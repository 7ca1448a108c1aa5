import type { z } from 'zod';
import { useConnection } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { Stack } from '../../../ui/components/Card.tsx';
import { DocumentList } from '../../../ui/components/DocumentList.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import type { OverProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { interposingContract } from '../contract.ts';

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
      <DocumentList documents={documents} nameOf={(key) => t(`opening.document.${key}`)} />
      <PlainForm form={form} given={{}} verb={t('interposing.terms.do')} />
    </Stack>
  );
}
