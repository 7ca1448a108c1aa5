import { z } from 'zod';
import { declareSettings } from '../../settings/declare.ts';

export const pivotsSettings = declareSettings(
  {
    pivots: z.strictObject({
      /**
       * Where browsers ask for the levels with their distances (document 3 §7), `{method}` in the place of the method: a path of the
       * portal's own origin, behind which a broker may have somebody else reckon them. It answers as our own call does.
       */
      priceLevels: z.string().max(200).refine(isLevelsAddress, 'must be a path of this origin with {method} in it'),
    }),
  },
  { pivots: { priceLevels: 'api/direct/price-levels/{method}' } },
);

function isLevelsAddress(address: string): boolean {
  const [before, after, ...more] = address.split('{method}');
  const isPath = (part: string | undefined): boolean => part !== undefined && /^[\w./-]*$/.test(part) && !/\/\/|\.\./.test(part);
  return isPath(before) && isPath(after) && more.length === 0;
}
