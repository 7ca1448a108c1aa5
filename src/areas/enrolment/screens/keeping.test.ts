import { expect, test } from 'vitest';
import type { Api } from '../../../ui/api/send.ts';
import { CallFailure } from '../../../ui/api/failure.ts';
import { openKeeping } from './keeping.ts';

/** What reaches the server of a draft. */
function drafts() {
  const sent: unknown[] = [];
  const send = (async (_call: unknown, input: unknown) => {
    sent.push(input);
    return {};
  }) as Api['send'];
  return { sent, keeping: openKeeping({ send }) };
}

const typed = { first_name: 'Amina' };
const refusal = (code: string) => new CallFailure({ kind: 'refused', status: 422, errors: [{ code, message: '' }] });

test('what was typed at the last moment is kept where the second step is not taken', async () => {
  const { sent, keeping } = drafts();
  keeping.keep(typed);
  const answer = keeping.ending(() => Promise.reject(refusal('answers_wrong')));
  await expect(answer).rejects.toMatchObject({ code: 'answers_wrong' });
  expect(sent).toEqual([{ answers: typed }]);
});

test('and no more once it is', async () => {
  const { sent, keeping } = drafts();
  keeping.keep(typed);
  expect(await keeping.ending(async () => 'taken')).toBe('taken');
  keeping.send();
  expect(sent).toEqual([]);
});

test('whom another company serves is signed out, and keeps none', async () => {
  const { sent, keeping } = drafts();
  keeping.keep(typed);
  await expect(keeping.ending(() => Promise.reject(refusal('80002')))).rejects.toMatchObject({ code: '80002' });
  expect(sent).toEqual([]);
});
