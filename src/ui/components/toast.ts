import { notifications } from '@mantine/notifications';
import type { Tone } from './Notice.tsx';

const colours: Readonly<Record<Tone, string>> = {
  note: 'var(--note)',
  gain: 'var(--gain)',
  warn: 'var(--warn)',
  loss: 'var(--loss)',
};

/** A short word about something that happened while one is elsewhere. What must be read stands in a Notice instead. */
export function showToast(toast: { readonly tone?: Tone; readonly title: string; readonly text?: string }): void {
  notifications.show({ title: toast.title, message: toast.text ?? '', color: colours[toast.tone ?? 'note'], withBorder: false });
}
