import { expect, test } from 'vitest';
import { methodsOffered } from '../../law/methods.ts';
import { regions } from '../../law/regions/index.ts';
import { heldOut } from '../../server/testing/methodCells.ts';

// Also what the clients of the matrix are not shown: a prepaid card is loaded by whoever has one.
test.each(regions.map(({ key }) => key))(
  'every way out of the region %s arrives, works and asks for papers as is held by hand',
  (region) => {
    for (const { method, terms } of methodsOffered({ direction: 'withdraw', region, changes: [] })) {
      const { id, hours = null, document = null } = method;
      const paces = [...new Set(terms.map(({ arrives }) => arrives))];
      expect([id, { paces, hours, document }]).toEqual([id, heldOut(id)]);
    }
  },
);
