import { Readable } from 'node:stream';
import { setTimeout as rest } from 'node:timers/promises';
import { Refusal } from '../../base/refusal.ts';
import { secondMs } from '../../base/time.ts';
import type { FileAnswer } from '../../protocol/call.ts';
import type { ProtocolRefusal } from '../../protocol/refusals.ts';
import { exportOwner } from './owners.ts';
import type { Running } from './parts.ts';

/** A call that answers a file, which goes out piece by piece: one at a time for each caller, and few in all. */
export async function sendFile(running: Running, answer: () => Promise<unknown>): Promise<unknown> {
  const { exchange, parts } = running;
  const { request, reply, spec } = exchange;
  const { lists } = parts.settings();
  const lease = await parts.exports.begin(exportOwner(running), lists);
  if (!lease.allowed) throw new Refusal<ProtocolRefusal>('too_many_requests', { values: { seconds: lease.retryAfterSeconds } });
  let ending: Promise<void> | undefined;
  const end = (): Promise<void> =>
    (ending ??= lease.end().catch((error: unknown) => request.log.warn({ err: error }, 'an export was not ended')));
  let file: FileAnswer;
  try {
    file = (await answer()) as FileAnswer;
    if (request.method === 'HEAD') file = { ...file, body: await headAlone(file.body) };
  } catch (error) {
    await end();
    throw error;
  }
  const body = Readable.from(handedOver(unhurried(file.body), end));
  // The answer itself: a body that waits for its next piece does not hear that it has ended.
  const tooLong = setTimeout(() => {
    request.log.warn({ call: exchange.call }, 'a file that took too long was cut off');
    reply.raw.destroy();
  }, lists.exportSeconds * secondMs);
  const onClose = (): void => {
    clearTimeout(tooLong);
    void end();
  };
  if (reply.raw.closed) onClose();
  else reply.raw.once('close', onClose);
  return (
    reply
      .header('content-type', file.mediaType ?? spec.answersFile)
      // Whatever opens it opens it as a document that may do nothing.
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', `attachment; filename="${file.fileName.replaceAll(/[^\w.-]/g, '_')}"`)
      .header('cache-control', 'no-store')
      .send(body)
  );
}

/** Nobody hears of the end before its place is free: whoever has the whole file may ask for the next. */
async function* handedOver(body: AsyncIterable<Uint8Array>, end: () => Promise<void>): AsyncGenerator<Uint8Array> {
  yield* body;
  await end();
}

/**
 * Nothing of a file, for whoever asks for the head of the answer alone: nobody waits for its end, and its place would be free while it
 * is still written. It is begun and ended, so that whatever is open for it is closed.
 */
async function headAlone(body: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const pieces = body[Symbol.asyncIterator]();
  await pieces.next();
  await pieces.return?.();
  return nothing();
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Rests as long as each piece took: a file may take its time, and nobody else is to wait for it. */
async function* unhurried(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begunMs = performance.now();
  for await (const piece of body) {
    await rest(Math.min(longestRestMs, performance.now() - begunMs));
    if (piece.length > 0) yield piece;
    begunMs = performance.now();
  }
}

const longestRestMs = 250;
