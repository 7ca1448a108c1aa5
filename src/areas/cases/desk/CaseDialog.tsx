import { Facts } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { useCaseParts } from '../../../ui/desk/parts.tsx';
import { valueText } from '../../../ui/desk/Change.tsx';
import { DueClock } from '../../../ui/desk/DueClock.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import type { CaseItem } from '../contract.ts';
import { caseSubject, partSaid } from '../rules.ts';
import styles from './CaseDialog.module.css';

/** All that the queue knows of a case, and what can be decided of it. */
export function CaseDialog({ item, onClose }: { readonly item: CaseItem; readonly onClose: () => void }) {
  const { t, dateTime, money } = useWords();
  const parts = useCaseParts(item.queue);
  const { client_id: id, subject, detail } = item;
  return (
    <Dialog isOpen onClose={onClose} title={caseSubject(item)}>
      <div className={styles.stack}>
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
            ...Object.entries(detail).map((part) => ({
              key: `detail/${part[0]}`,
              name: nameOf(part[0]),
              value: partSaid(item, part, t) ?? textOf(part[1], money),
            })),
          ]}
        />
        {parts.map(({ key, Part }) => (
          <Part key={key} id={item.id} clientId={id} subject={subject} detail={detail} onDone={onClose} />
        ))}
      </div>
    </Dialog>
  );
}

/** "Transfer id" of the key `transfer_id`. */
function nameOf(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');
}

/** An amount reads as one; everything else as the audit shows it. */
function textOf(value: unknown, money: Words['money']): string {
  const isAmount = typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
  return isAmount ? money(String(value.amount), String(value.currency)) : valueText(value);
}
