import type { Mutant } from './mutant.ts';

const area = 'src/areas/notices';
const tests = [`${area}/notices.test.ts`] as const;

/** Of what a client is told. */
export const noticeMutants: readonly Mutant[] = [
  {
    name: 'told-twice',
    file: `${area}/store.ts`,
    find: 'on conflict (client_id, key) do nothing\n',
    replace: 'on conflict (client_id, key) do update set level = excluded.level\n',
    breaks: 'A fact that is told again is mailed again.',
    tests,
  },
  {
    name: 'no-mail',
    file: `${area}/face.ts`,
    find: "...(channels.includes('mail') ? [",
    replace: "...(channels.includes('mail') && channels.includes('sms') ? [",
    breaks: 'No notice is sent by mail.',
    tests,
  },
  {
    name: 'no-mail-after-transfer',
    file: 'src/areas/payments/notices.ts',
    find: "  transfer_completed: { ...told, level: 'success' },",
    replace: "  transfer_completed: { ...told, level: 'success', channels: ['screen'] },",
    breaks: 'A client gets no mail after an internal transfer.',
    tests: ['src/server/told.test.ts'],
  },
  {
    name: 'no-notice-of-decline',
    file: 'src/areas/payments/notices.ts',
    find: '    declined: paymentsNotices.transfer_declined,\n',
    replace: '',
    breaks: 'A client is not told that a transfer was declined.',
    tests: ['src/server/told.test.ts'],
  },
  {
    name: 'notice-of-another',
    file: `${area}/store.ts`,
    find: "'select is_closable, closed_at from notice where client_id = $1 and id = $2'",
    replace: "'select is_closable, closed_at from notice where (client_id = $1 or true) and id = $2'",
    breaks: "A client learns of another's notice by its number.",
    tests,
  },
  {
    name: 'closed-stays',
    file: `${area}/store.ts`,
    find: 'where client_id = a.client and closed_at is null and (a.after is null',
    replace: 'where client_id = a.client and (a.after is null',
    breaks: 'A notice that was closed is shown again.',
    tests,
  },
  {
    name: 'browsers-not-told',
    file: `${area}/store.ts`,
    find: "const growth = 'version = version + 1,",
    replace: "const growth = 'version = version,",
    breaks: 'A new notice does not ride on the next answer.',
    tests,
  },
  {
    name: 'secret-kept',
    file: `${area}/jobs.ts`,
    find: 'if (parsed.isSecret) await forgetSecret(context.sql, event.id);',
    replace: "if (parsed.isSecret && answer.outcome !== 'sent') await forgetSecret(context.sql, event.id);",
    breaks: 'A PIN that was sent can be read in the outbox.',
    tests,
  },
  {
    name: 'late-letter',
    file: `${area}/jobs.ts`,
    find: 'new Date(parsed.until) <= context.now)',
    replace: 'new Date(parsed.until).getTime() <= 0)',
    breaks: 'A PIN is sent that has run out.',
    tests,
  },
  {
    name: 'header-in-subject',
    file: `${area}/letters.ts`,
    find: 'subject: oneLine(subject),',
    replace: 'subject: subject.trim(),',
    breaks: 'A line break in a value becomes a header of a mail.',
    tests: [`${area}/letters.test.ts`],
  },
  {
    name: 'early-jobs',
    file: 'src/server/background/round.sql',
    find: 'o.due_at <= due_by and (o.lease_until is null or o.lease_until < now())\n        and o.topic',
    replace: 'due_by is not null and (o.lease_until is null or o.lease_until < now())\n        and o.topic',
    breaks: 'What is due later is done at once.',
    tests: ['src/server/background/dispatch.test.ts'],
  },
  {
    name: 'overheard',
    file: 'src/server/live/stream.ts',
    find: 'where id > $1 and (client_id = $2 or client_id is null) order by',
    replace: 'where id > $1 and (client_id = $2 or true) order by',
    breaks: 'A browser that comes back hears what another client was told.',
    tests: ['src/server/live/stream.test.ts'],
  },
];
