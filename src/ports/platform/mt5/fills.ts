import { setTimeout as pause } from 'node:timers/promises';
import type { FillAnswer } from '../port.ts';
import { askOn } from './line.ts';
import { Fields, isUndecided, lotsOf, refusalOf, retcodeOf } from './messages.ts';
import { resultRecord } from './pending.ts';
import type { Request, Session } from './session.ts';

const pollEveryMs = 100;

/** Results come only to the connection that sent the request, so both calls hold one session. */
export async function sendAndWait(session: Session, request: Request, timeoutMs: number): Promise<FillAnswer> {
  const sent = await askOn(session, request, (fields) => ({
    id: new Fields(fields.value('answer')).text('ID'),
  }));
  if (sent.outcome !== 'done') return sent;
  for (let attempt = 0; attempt * pollEveryMs < timeoutMs; attempt++) {
    if (attempt > 0) await pause(pollEveryMs);
    const result = await askOn(session, { path: '/api/dealer/get_request_result', query: { id: sent.id } }, (fields) => ({
      fill: fillOf(fields, sent.id),
    }));
    // Once sent, a request that cannot be followed any more is unknown, whatever kept us from following it.
    if (result.outcome !== 'done')
      return { outcome: 'unknown', reason: result.outcome === 'unknown' ? result.reason : result.message };
    if (result.fill) return result.fill;
  }
  return { outcome: 'unknown', reason: `no result within ${timeoutMs} ms` };
}

function fillOf(fields: Fields, id: string): FillAnswer | undefined {
  const answer = resultRecord(fields, id);
  if (answer === 'unknown') return { outcome: 'unknown', reason: 'the server no longer knows the request' };
  if (!answer) return undefined;
  const words = answer.text('ResultRetcode');
  const retcode = retcodeOf(words);
  // 10001 to 10003: on its way; 10008 to 10010: placed, done, done in part.
  if (retcode === undefined || retcode <= 10_003) return undefined;
  if (retcode >= 10_008 && retcode <= 10_010) {
    return {
      outcome: 'filled',
      deal: answer.text('ResultDeal'),
      position: answer.text('ResultOrder'),
      price: answer.text('ResultPrice'),
      lots: lotsOf(answer.text('ResultVolume')),
    };
  }
  return isUndecided(retcode)
    ? { outcome: 'unknown', reason: words }
    : { outcome: 'refused', code: refusalOf(retcode), message: words };
}
