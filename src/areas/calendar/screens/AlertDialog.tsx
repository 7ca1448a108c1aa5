import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { calendarContract, reminders, type EconomicEvent, type Reminder } from '../contract.ts';
import styles from './EconomicCalendar.module.css';

interface AlertDialogProps {
  readonly event: EconomicEvent;
  readonly onClose: () => void;
}

const usual: Reminder = 15;

/** When the client wants to be reminded of an event; its figure is told by itself then. */
export function AlertDialog({ event, onClose }: AlertDialogProps) {
  const { t, dateTime } = useWords();
  const [minutes, setMinutes] = useState<Reminder>(event.alert_minutes ?? usual);
  const set = useWrite(calendarContract.calls.setAlert);
  const remove = useWrite(calendarContract.calls.removeAlert);
  const named = { event_id: event.event_id };
  return (
    <Dialog
      isOpen
      title={t('calendar.alert')}
      onClose={onClose}
      actions={
        <>
          {event.alert_minutes !== null && (
            <Button look="plain" isBusy={remove.isPending} onClick={() => remove.mutate(named, { onSuccess: onClose })}>
              {t('calendar.alert.remove')}
            </Button>
          )}
          <Button isBusy={set.isPending} onClick={() => set.mutate({ ...named, minutes }, { onSuccess: onClose })}>
            {t('calendar.alert.save')}
          </Button>
        </>
      }
    >
      <div className={styles.reminders}>
        <p>{t('calendar.alert.text', { title: event.title, at: dateTime(event.starts_at) })}</p>
        <Choice
          label={t('calendar.alert.when')}
          name="calendar-alert"
          value={String(minutes)}
          options={reminders.map((value) => ({ value: String(value), label: t('calendar.alert.minutes', { minutes: value }) }))}
          onChange={(value) => setMinutes(reminders.find((one) => String(one) === value) ?? usual)}
        />
        <WriteFailure failure={set.error ?? remove.error} />
      </div>
    </Dialog>
  );
}
