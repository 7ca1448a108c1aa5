import { CallFailure } from './failure.ts';

/** How long a line may be silent while a file goes out. */
const silenceMs = 60_000;

/** The input of a write as a form with its file: every other field as text. */
export function formOf(input: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  const entries = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  // The file last: what stands before it can be refused without it.
  for (const [name, value] of entries) if (!(value instanceof Blob)) form.append(name, String(value));
  for (const [name, value] of entries)
    if (value instanceof Blob) form.append(name, value, value instanceof File ? value.name : name);
  return form;
}

/**
 * Sends a request as `fetch` would, and tells how much of it has gone out, which `fetch` does not say. The answer is read whole.
 */
export async function sendTelling(
  request: Request,
  { body, onSent, signal }: { readonly body: FormData; readonly onSent: (part: number) => void; readonly signal?: AbortSignal },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    const offline = (): void => reject(new CallFailure({ kind: 'offline', status: 0 }));
    let silence = setTimeout(() => sending.abort(), silenceMs);
    const hear = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => sending.abort(), silenceMs);
    };
    sending.open(request.method, request.url);
    for (const [name, value] of request.headers) sending.setRequestHeader(name, value);
    sending.upload.addEventListener('progress', ({ loaded, total }) => {
      hear();
      onSent(total > 0 ? loaded / total : 0);
    });
    sending.addEventListener('load', () =>
      resolve(new Response(sending.responseText, { status: sending.status, headers: headersOf(sending) })),
    );
    sending.addEventListener('error', offline);
    sending.addEventListener('abort', offline);
    sending.addEventListener('loadend', () => clearTimeout(silence));
    signal?.addEventListener('abort', () => sending.abort(), { once: true });
    sending.send(body);
  });
}

function headersOf(sending: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of sending.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
