import { useEffect, useState } from 'react';

/** A value once it has stood still for a moment, so that not every key asks the server. */
export function useStill<Value>(value: Value, ms: number): Value {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return still;
}
