import { useEffect, useState } from 'react';
import { useClientPart } from '../api/context.tsx';
import { useWords } from '../words/context.tsx';

const beatMs = 10_000;

/** Application time, while it is looked at. */
export function useNow(): Date {
  const aheadMs = useClientPart((state) => state.aheadMs);
  const [device, setDevice] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setDevice(new Date()), beatMs);
    return () => clearInterval(timer);
  }, []);
  return new Date(device.getTime() + aheadMs);
}

/** How long ago something was by application time, growing while it is looked at: "3 minutes ago". */
export function RelativeAge({ at }: { readonly at: string }) {
  const { relative, dateTime } = useWords();
  const now = useNow();
  // A server's clock that is a little ahead must not make a fact come from the future.
  const instant = new Date(Math.min(new Date(at).getTime(), now.getTime()));
  return (
    <time dateTime={at} title={dateTime(at)}>
      {relative(instant, now)}
    </time>
  );
}
