import { useEffect, useState } from 'react';
import { useWords } from '../words/context.tsx';

const beatMs = 10_000;

/** How long ago something was, growing while it is looked at: "3 minutes ago". */
export function RelativeAge({ at }: { readonly at: string }) {
  const { relative, dateTime } = useWords();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), beatMs);
    return () => clearInterval(timer);
  }, []);
  // A server's clock that is a little ahead must not make a fact come from the future.
  const instant = new Date(Math.min(new Date(at).getTime(), now.getTime()));
  return (
    <time dateTime={at} title={dateTime(at)}>
      {relative(instant, now)}
    </time>
  );
}
