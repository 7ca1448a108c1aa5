import type { Tone } from './Notice.tsx';

const colours: Readonly<Record<Tone, string>> = {
  note: 'var(--note)',
  gain: 'var(--gain)',
  warn: 'var(--warn)',
  loss: 'var(--loss)',
};
const listeners = new Set<() => void>();
let isWanted = false;

/** A short word about something that happened while one is elsewhere. What must be read stands in a Notice instead. */
export function showToast(toast: { readonly tone?: Tone; readonly title: string; readonly text?: string }): void {
  isWanted = true;
  for (const listener of listeners) listener();
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({ title: toast.title, message: toast.text ?? '', color: colours[toast.tone ?? 'note'] }),
  );
}

/** Whether a toast was ever shown on this page: what draws them is loaded then. */
export const toasts = {
  isWanted: (): boolean => isWanted,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
