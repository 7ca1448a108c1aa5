import { expect, test } from 'vitest';
import { paymentIn, traceIdOf } from './traced.ts';

test.each(['abcdefgh', '00-4bf92f3577b34da6a3ce929d0e0e4736-01', 'a.b:c_d-12345678'])('the id %s is kept', (id) => {
  expect(traceIdOf(id)).toBe(id);
});

test.each(['short', 'x'.repeat(65), 'with space 123', 'line\nbreak-1234', '{"json":"12345"}', undefined, ['abcdefgh']])(
  '%j is no id, and a fresh one is made',
  (id) => {
    expect(traceIdOf(id)).toMatch(/^[0-9a-f-]{36}$/);
  },
);

test.each([
  [[{ remittance_id: 500123 }], '500123'],
  [[{ action: 'confirm' }, { remittance_id: 500124, quote: {} }], '500124'],
  [[{ tid: '500125' }], '500125'],
  [[{ reference: 'r500126-1f2e3d4c' }], '500126'],
  [[{ reference: 'r500126-1f2e3d4c-d', id: 7 }], '500126'],
  [[{ name: '500127' }, null, 'r500128-x'], undefined],
])('the payment of %j is %s', (told, payment) => {
  expect(paymentIn(...told)).toBe(payment);
});
