import { useClient } from '../../../ui/api/context.tsx';
import { Button } from '../../../ui/components/Button.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { documentsContract } from '../contract.ts';
import { followUpOf } from '../rules.ts';
import type { Papers } from './papers.ts';

const { pages } = documentsContract;

interface FollowUpProps {
  readonly papers: Papers;
  /** From whoever led here, as the address has it. */
  readonly passed: Readonly<Record<string, string>>;
}

/** Document 3 §4: after a paper was sent, what is to be done next; closing it leaves one with both papers. */
export function FollowUp({ papers, passed }: FollowUpProps) {
  const { t } = useWords();
  const open = useOpen();
  const { status_id: status } = useClient();
  const { residence } = papers.papers;
  // Whoever was led here for the identity alone is not asked for more.
  const mayUpload = !papers.upload_disabled.poc && passed['needPorDocument'] !== 'false';
  const next = followUpOf(status, { residence: residence ?? undefined, mayUpload });
  const close = (): void => open({ page: pages.verifyProfile, query: passed }, { replace: true });
  const goOn = (): void => {
    if (next === 'review') return close();
    if (next === 'residence') open({ page: pages.verifyResidence, query: passed }, { replace: true });
    else open({ page: pages.verifyProfile, query: { ...passed, step2: '1' } }, { replace: true });
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t(`documents.followUp.${next}.title`)}
      actions={
        <>
          {next !== 'review' && (
            <Button look="plain" onClick={close}>
              {t('documents.followUp.later')}
            </Button>
          )}
          <Button autoFocus onClick={goOn}>
            {t(`documents.followUp.${next}.do`)}
          </Button>
        </>
      }
    >
      <p>{t(`documents.followUp.${next}.text`)}</p>
    </Dialog>
  );
}
