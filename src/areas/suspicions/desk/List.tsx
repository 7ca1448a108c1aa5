import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { FileTable } from './FileTable.tsx';

/** All that is suspected of clients: what is open, by its clock, and what was decided. */
export default function List() {
  const { t } = useWords();
  return (
    <>
      <ScreenHead title={t('suspicions.desk.title')} />
      <Stack>
        <Card title={t('suspicions.desk.files.open')}>
          <FileTable which="open" />
        </Card>
        <Card title={t('suspicions.desk.files.decided')}>
          <FileTable which="decided" />
        </Card>
      </Stack>
    </>
  );
}
