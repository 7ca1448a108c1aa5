import { useEffect, useState } from 'react';

const secondMs = 1000;

/** How many of the seconds that an answer told are left, counted down from when it came. */
export function useSecondsLeft(told: { readonly resend_seconds: number }): number {
  const [left, setLeft] = useState(told.resend_seconds);
  useEffect(() => {
    const end = Date.now() + told.resend_seconds * secondMs;
    const count = (): void => setLeft(Math.max(0, Math.ceil((end - Date.now()) / secondMs)));
    count();
    const timer = setInterval(count, secondMs);
    return () => clearInterval(timer);
  }, [told]);
  return left;
}
