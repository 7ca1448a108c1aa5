import { expect, test } from 'vitest';
import { readOf } from './messages.ts';

test.each(['2031-02-30', '2031-13-01', '0000-01-01', '31.01.2031'])('a paper that says %s says no day', (validUntil) => {
  const read = readOf({ id: 'a', info: { firstName: 'Eve', dob: '1990-02-28', idDocs: [{ number: 'A1', validUntil }] } });
  expect(read).toMatchObject({ number: 'A1', birthDate: '1990-02-28', validUntil: null });
});
