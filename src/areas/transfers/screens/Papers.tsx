import { useDownload } from '../../../ui/api/download.ts';
import { useSendFile } from '../../../ui/api/sendFile.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { ownFile } from '../../../protocol/file.ts';
import type { TransferDetails } from '../../../protocol/payment.ts';
import { transfersContract } from '../contract.ts';
import styles from './Details.module.css';

/** What was sent about a deposit, and the field for more. */
export default function Papers({ transfer }: { readonly transfer: TransferDetails }) {
  const { t, dateTime } = useWords();
  const download = useDownload(ownFile);
  return (
    <Card title={t('history.papers')}>
      <Stack>
        <p>{t('history.papers.text')}</p>
        {transfer.papers.length > 0 && (
          <ul className={styles.papers}>
            {transfer.papers.map(({ id, name, sent_at: sentAt }) => (
              <li key={id} className={styles.paper}>
                <Button look="quiet" icon="download" onClick={() => void download.start({ id })}>
                  {name}
                </Button>
                <span>{dateTime(sentAt)}</span>
              </li>
            ))}
          </ul>
        )}
        <WriteFailure failure={download.failure} />
        {transfer.takes_paper && <PaperForm key={transfer.papers.length} id={transfer.id} />}
      </Stack>
    </Card>
  );
}

function PaperForm({ id }: { readonly id: number }) {
  const { t } = useWords();
  const { going, send } = useSendFile(transfersContract.calls.paper);
  const form = useForm({
    name: `paper.${id}`,
    form: transfersContract.forms.paper,
    initial: { file: '' },
    supply: () => ({ tid: id }),
    // The file goes as the browser holds it: the schema speaks of what the server makes of it.
    submit: async (_sent, { file }) => {
      if (file === '') return;
      await send({ tid: id, file });
    },
  });
  return <PlainForm form={form} given={{ file: going }} verb={t('history.paper.send')} />;
}
