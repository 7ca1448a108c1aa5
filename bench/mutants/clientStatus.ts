import type { Mutant } from './mutant.ts';

const area = 'src/areas/clientStatus';
const law = 'src/law/statusChanges.ts';
const calls = [`${area}/clientStatus.test.ts`] as const;
const rules = [`${area}/rules.test.ts`] as const;
const frozenPayouts = ['src/areas/payments/payout/frozen.test.ts'] as const;
const following = [`${area}/following.test.ts`] as const;

/** Of what the desk makes of a client's status. */
export const clientStatusMutants: readonly Mutant[] = [
  {
    name: 'closed-by-one',
    file: law,
    find: 'from: [...here, 13, 14],\n  needsSecond: true,',
    replace: 'from: [...here, 13, 14],\n  needsSecond: false,',
    breaks: 'One member of staff alone ends the relation with a client.',
    tests: ['src/law/statusChanges.test.ts'],
  },
  {
    name: 'opened-by-one',
    file: law,
    find: "needsSecond: true,\n    reasons: ['cleared',",
    replace: "needsSecond: false,\n    reasons: ['cleared',",
    breaks: 'One member of staff alone lets go what was frozen or closed.',
    tests: ['src/law/statusChanges.test.ts'],
  },
  {
    name: 'deleted-opened-again',
    file: law,
    find: 'from: [5, 13, 14, 18, 19],',
    replace: 'from: [4, 5, 13, 14, 18, 19],',
    breaks: 'Who was erased comes back.',
    tests: ['src/law/statusChanges.test.ts'],
  },
  {
    name: 'suspicion-told',
    file: law,
    find: "  taken_over: 'taken_over',\n} as const",
    replace: "  taken_over: 'taken_over',\n  suspicion: 'suspicion',\n} as const",
    breaks: 'The client reads that they are suspected.',
    tests: ['src/law/statusChanges.test.ts'],
  },
  {
    name: 'screened-let-go',
    file: `${area}/rules.ts`,
    find: "if (isScreened) return 'client_screened';",
    replace: "if (isScreened && act === 'decline') return 'client_screened';",
    breaks: 'Who may be on a list of sanctions is closed and paid out, or opened again.',
    tests: rules,
  },
  {
    name: 'status-while-moving',
    file: `${area}/rules.ts`,
    find: "if (profile.companyMove === 'under_way') return 'move_under_way';",
    replace: "if (profile.companyMove === 'open') return 'move_under_way';",
    breaks: 'A client is closed while everything moves from one company to the other.',
    tests: rules,
  },
  {
    name: 'client-lifts-the-desks-freeze',
    file: `${area}/changing.ts`,
    find: 'from === frozenStatus ? await takeFreezeOver',
    replace: 'from !== frozenStatus ? await takeFreezeOver',
    breaks: 'A client lifts by their password what the desk has frozen.',
    tests: calls,
  },
  {
    name: 'another-status-agreed-to',
    file: `${area}/perform.ts`,
    find: '(await lockStatus(sql, id)) !== from',
    replace: '(await lockStatus(sql, id)) !== from && from > 1_000',
    breaks: 'A second person agrees to something else than what happens, as the client has changed since.',
    tests: calls,
  },
  {
    name: 'screened-since-asked',
    file: `${area}/perform.ts`,
    find: 'whyNot(act, situation) !== undefined',
    replace: "whyNot(act, situation) === 'frozen_by_client'",
    breaks: 'What was asked before a list named the client is done all the same.',
    tests: calls,
  },
  {
    name: 'papers-count-not',
    file: `${area}/changing.ts`,
    find: 'to: statusAfterLift(ends.fromStatus, papers), ends',
    replace: 'to: ends.fromStatus, ends',
    breaks: 'Whose papers were approved while they were closed is asked for them again.',
    tests: calls,
  },
  {
    name: 'frozen-stays-signed-in',
    file: `${area}/changing.ts`,
    find: 'await app.sessions.endOf(sql, { clientId: client, sids });',
    replace: 'await app.sessions.endOf(sql, { clientId: client, sids: sids.slice(1) });',
    breaks: 'Whoever has taken an account over goes on in it after the desk has frozen it.',
    tests: calls,
  },
  {
    name: 'orders-outlive-closing',
    file: 'src/areas/transferAutomation/ending.ts',
    find: "await stopOrder(sql, id, { status: 'ended', now });",
    replace: "await stopOrder(sql, id, { status: 'paused', now });",
    breaks: 'Orders of a client who has left wait to be gone on with.',
    tests: following,
  },
  {
    name: 'followers-of-nobody',
    file: `${area}/changing.ts`,
    find: 'of await strategiesOf(sql, client)) await closeStrategy',
    replace: 'of (await strategiesOf(sql, client)).slice(1)) await closeStrategy',
    breaks: 'Others go on following somebody who may not trade any more.',
    tests: following,
  },
  {
    name: 'paid-while-frozen',
    file: 'src/areas/payments/payout/whyNot.ts',
    find: 'return (await keepStatus(sql, clientId)) === frozenStatus;',
    replace: 'return clientId < 0 && (await keepStatus(sql, clientId)) === frozenStatus;',
    breaks: 'A payout that is in hand when its client is frozen goes out.',
    tests: frozenPayouts,
  },
  {
    name: 'freeze-not-waited-for',
    file: 'src/areas/freezing/store.ts',
    find: "where id = $1 for share'",
    replace: "where id = $1'",
    breaks: 'What is paid in the very moment of a freeze, or of an opening, goes by the status before.',
    tests: [...frozenPayouts, 'src/areas/closing/closing.test.ts'],
  },
  {
    name: 'ordered-anew-while-frozen',
    file: 'src/areas/payments/payout/sending.ts',
    find: "if (waits || now.heldFor !== null || isClosed) return 'stopped';",
    replace: "if (now.heldFor !== null || isClosed) return 'stopped';",
    breaks: 'A payout that its provider never had is ordered of a client who is frozen by now.',
    tests: frozenPayouts,
  },
  {
    name: 'let-go-with-the-freeze',
    file: `${area}/changing.ts`,
    find: "if (from === frozenStatus && act !== 'freeze') await holdWaiting(",
    replace: "if (from === frozenStatus && act === 'freeze') await holdWaiting(",
    breaks: 'What somebody else has ordered out of an account goes out as soon as it is opened again.',
    tests: frozenPayouts,
  },
];
