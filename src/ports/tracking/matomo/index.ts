import { z } from 'zod';
import { boundedText } from '../../../base/body.ts';
import type { Hit, TrackAnswer, Tracking } from '../port.ts';

/**
 * Matomo's Tracking HTTP API (developer.matomo.org/api-reference/tracking-api), in bulk: `POST matomo.php { requests: ["?idsite=…"],
 * token_auth }` answers `{ status, tracked, invalid }`. Asked by the server, so that no browser speaks to it and it sees no client's
 * address.
 */
export interface MatomoSettings {
  /** Below it stands `matomo.php`. */
  readonly address: string;
  /** The number of the portal there. */
  readonly site: number;
  readonly token: string;
  /** The portal's own address, which the labels stand below. */
  readonly portal: string;
  /** How long one call may take. Five seconds when left out: nobody waits for it. */
  readonly timeoutMs?: number;
}

const mostAnswerBytes = 16 * 1024;
const answerSchema = z.object({ status: z.string(), tracked: z.int(), invalid: z.int().optional() });

export function openMatomo(settings: MatomoSettings): Tracking {
  return {
    record: (hits) => record(settings, hits),
    reach: () => reach(settings),
  };
}

async function record(settings: MatomoSettings, hits: readonly Hit[]): Promise<TrackAnswer> {
  const body = JSON.stringify({ requests: hits.map((hit) => requestOf(settings, hit)), token_auth: settings.token });
  const answer = await ask(settings, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  if ('outcome' in answer) return answer;
  const { status, text } = answer;
  if (status === 400) return { outcome: 'refused', reason: 'what was told is not taken (400)' };
  if (status !== 200) return { outcome: 'later', reason: `answered by ${status}` };
  const read = answerSchema.safeParse(parsed(text));
  if (!read.success || read.data.status !== 'success') return { outcome: 'unknown', reason: 'answered in an unknown form' };
  const { invalid = 0 } = read.data;
  return invalid === 0 ? { outcome: 'done' } : { outcome: 'refused', reason: `${invalid} of ${hits.length} are not taken` };
}

async function reach(settings: MatomoSettings): Promise<TrackAnswer> {
  const answer = await ask(settings, { method: 'GET' });
  if ('outcome' in answer) return answer;
  return answer.status === 200 && /matomo/i.test(answer.text)
    ? { outcome: 'done' }
    : { outcome: 'unknown', reason: `no Matomo answers there (${answer.status})` };
}

/** One happening as a query. An older one than the vendor takes without its token is told with the time at which it was. */
function requestOf({ site, portal }: MatomoSettings, { name, what, visitor, at }: Hit): string {
  const query = new URLSearchParams({
    idsite: String(site),
    rec: '1',
    apiv: '1',
    cid: visitor,
    cdt: String(Math.floor(at.getTime() / 1000)),
    url: `${portal}/${name}`,
    send_image: '0',
    ...actionOf(name, what),
  });
  return `?${query.toString()}`;
}

function actionOf(name: string, what: Hit['what']): Readonly<Record<string, string>> {
  if (what.kind === 'page_view') return { action_name: name };
  if (what.kind === 'goal') return { idgoal: String(what.number) };
  return { ca: '1', e_c: 'portal', e_a: name };
}

async function ask(settings: MatomoSettings, request: RequestInit): Promise<TrackAnswer | { status: number; text: string }> {
  try {
    const response = await fetch(`${settings.address}/matomo.php`, {
      ...request,
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeoutMs ?? 5000),
    });
    return { status: response.status, text: await boundedText(response.body, mostAnswerBytes) };
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { outcome: isUnheard(error) ? 'later' : 'unknown', reason };
  }
}

/** Nobody has heard it where no line was opened. */
function isUnheard(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].some((known) => known === code);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
