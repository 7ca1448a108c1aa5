import { Pool } from 'undici';

/** One call of the portal; answers the data, and throws the code of a refusal. */
export type Ask = (call: {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
}) => Promise<Readonly<Record<string, unknown>>>;

export interface Line {
  readonly ask: Ask;
  close(): Promise<void>;
}

interface Answer {
  readonly success: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly { readonly code: string }[];
}

const timeoutMs = 60_000;

/** Kept connections, as many as callers. */
export function openLine(url: string, connections: number): Line {
  const pool = new Pool(url, { connections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  return {
    async ask({ path, headers, body }) {
      const { statusCode, body: answered } = await pool.request({
        path,
        method: body ? 'POST' : 'GET',
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const { success, data, errors } = (await answered.json()) as Answer;
      if (success) return data;
      throw new Error(`${path} is refused with ${statusCode}: ${errors[0]?.code ?? 'no code'}`);
    },
    close: () => pool.close(),
  };
}
