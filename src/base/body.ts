/**
 * A body that comes in pieces, as text. Throws as soon as it is larger than that: an outside party that does not stop must
 * not fill our memory.
 */
export async function boundedText(body: AsyncIterable<Uint8Array> | null, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > mostBytes) throw new Error(`the answer is larger than ${mostBytes} bytes`);
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}
