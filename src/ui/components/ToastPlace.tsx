import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toasts } from './toast.ts';

const Toasts = lazy(() => import('./Toasts.tsx'));

/** Stands once in the frame, and draws nothing until the first toast. */
export function ToastPlace() {
  const isWanted = useSyncExternalStore(toasts.subscribe, toasts.isWanted);
  return isWanted ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
