import { CallFailure } from '../ui/api/failure.ts';
import { dropDrafts } from '../ui/form/draft.ts';
import type { Api } from '../ui/api/send.ts';
import { keepToken, keepWho, readWho, tellTabs } from '../ui/api/token.ts';

/** The call of interfaces §3, without its schemas: the entrance is to stay lean. */
const login = { method: 'POST', path: '/api/client/login' } as const;

interface SignedIn {
  readonly token: string;
  readonly client_id: number;
}

/** Signs in, or back in from the lock screen. Throws a CallFailure when refused. */
export async function signIn(
  api: Api,
  proof: { readonly id: string; readonly password: string; readonly isLock?: boolean },
): Promise<void> {
  const input = { id: proof.id.trim(), password: proof.password, ...(proof.isLock ? { p: 'lock' } : {}) };
  const { token } = (await sendWithProof(api, input)) as SignedIn;
  keepToken(token);
  // What somebody else typed on this device is not this client's.
  if (readWho() !== input.id) dropDrafts();
  keepWho(input.id);
  tellTabs('renewed');
}

/** After several failures the server asks for a captcha: this browser does its work, and the sign-in goes on by itself. */
async function sendWithProof(api: Api, input: Readonly<Record<string, string>>): Promise<unknown> {
  try {
    return await api.send(login, input);
  } catch (error) {
    const riddle = error instanceof CallFailure && error.code === 'captcha_required' ? readRiddle(error.data) : undefined;
    if (riddle === undefined) throw error;
    const { solveRiddle } = await import('./riddle.ts');
    return api.send(login, { ...input, ...(await solveRiddle(riddle)) });
  }
}

/** The challenge of the embedded captcha in a refusal's data. */
function readRiddle(data: unknown): string | undefined {
  const { captcha } = (data ?? {}) as { readonly captcha?: { readonly gt?: unknown; readonly challenge?: unknown } };
  return captcha?.gt === 'altcha' && typeof captcha.challenge === 'string' ? captcha.challenge : undefined;
}
