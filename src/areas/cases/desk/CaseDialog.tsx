import { Facts } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { valueText } from '../../../ui/desk/Change.tsx';
import { DueClock } from '../../../ui/desk/DueClock.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import type { CaseItem } from '../contract.ts';

/** "transfer 512" of the subject `transfer:512`. */
export function caseSubject({ subject }: Pick<CaseItem, 'subject'>): string {
  return subject.replace(':', ' ');
}

/** All that the queue knows of a case. */
export function CaseDialog({ item, onClose }: { readonly item: CaseItem; readonly onClose: () => void }) {
  const { t, dateTime } = useWords();
  const { client_id: id } = item;
  return (
    <Dialog isOpen onClose={onClose} title={caseSubject(item)}>
      <Facts
        items={[
          { key: 'opened', name: t('cases.opened'), value: dateTime(item.opened_at) },
          { key: 'due', name: t('cases.due'), value: <DueClock at={item.due_at} isLate={item.is_late} /> },
          {
            key: 'client',
            name: t('cases.client'),
            value:
              id === null ? t('cases.client.none') : <PageLink to={{ page: deskLinks.client, params: { id } }}>{id}</PageLink>,
          },
          ...Object.entries(item.detail).map(([name, value]) => ({ key: `detail/${name}`, name, value: valueText(value) })),
        ]}
      />
    </Dialog>
  );
}
