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
type Told = z.output<typeof calls.personalData.output>;

/** Document 2 §2: how personal data is processed, in a version that the client has not agreed to yet. */
export default function PersonalData({ frame: Frame }: OverProps) {
  const { t } = useWords();
  const read = useRead(calls.personalData, {});
  return (
    <Frame title={t('interposing.personalData.title')}>
      <Stack>
        <p>{t('interposing.personalData.text')}</p>
        <ul>
          {(['what', 'why', 'who', 'rights'] as const).map((line) => (
            <li key={line}>{t(`interposing.personalData.${line}`)}</li>
          ))}
        </ul>
        <Loaded read={read} skeleton={<SkeletonCard lines={3} />}>
          {(told) => <Agreement key={told.version} told={told} askAgain={() => void read.refetch()} />}
        </Loaded>
      </Stack>
    </Frame>
  );
}

function Agreement({ told: { version, url }, askAgain }: { readonly told: Told; readonly askAgain: () => void }) {
  const { t } = useWords();
  const { api } = useConnection();
  const form = useForm({
    name: `interposing.personalData.${version}`,
    form: forms.personalData,
    initial: { is_agreed: false },
    supply: () => ({ version }),
    submit: (sent) => api.send(calls.agreePersonalData, sent).finally(askAgain),
  });
  return (
    <Stack>
      <DocumentList documents={[{ key: 'privacy_policy', url }]} nameOf={() => t('opening.document.privacy_policy')} />
      <PlainForm form={form} given={{}} verb={t('interposing.personalData.do')} />
    </Stack>
  );
}
