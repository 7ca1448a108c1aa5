import { CallFailure } from '../ui/api/failure.ts';
import { dropDrafts } from '../ui/form/draft.ts';
import type { Api } from '../ui/api/send.ts';
import { keepToken, keepWho, readWho, tellTabs } from '../ui/api/token.ts';
import type { PasskeyAnswer } from '../protocol/proof.ts';
import { readChallenge, solveCaptcha } from './solving.ts';

/** The call of interfaces §3, without its schemas: the entrance is to stay lean. */
const login = { method: 'POST', path: '/api/client/login' } as const;

interface SignedIn {
  readonly token: string;
  readonly client_id: number;
}

/** Signs in, or back in from the lock screen. Throws a CallFailure when refused, a CaptchaFailure when no captcha was solved. */
export async function signIn(
  api: Api,
  proof: {
    readonly id: string;
    readonly password: string;
    readonly code?: string | undefined;
    readonly passkey?: PasskeyAnswer;
    readonly isLock?: boolean;
  },
): Promise<void> {
  const { password, code, passkey } = proof;
  const input = {
    id: proof.id.trim(),
    password,
    ...(passkey === undefined ? {} : { passkey }),
    ...(code === undefined ? {} : { code: code.trim() }),
    ...(proof.isLock ? { p: 'lock' } : {}),
  };
  const { token } = (await withCaptcha(api).send(login, input)) as SignedIn;
  keepSignedIn({ token, who: input.id });
}

/** Somebody is signed in at this device. */
export function keepSignedIn({ token, who }: { readonly token: string; readonly who: string }): void {
  keepToken(token);
  // What somebody else typed on this device is not this client's.
  if (readWho() !== who) dropDrafts();
  keepWho(who === '' ? undefined : who);
  tellTabs('renewed');
}

/** Where the server asks for a captcha first, it is solved, and the call goes on by itself. */
export function withCaptcha(api: Api): Api {
  return {
    send: async (spec, input, options) => {
      try {
        return await api.send(spec, input, options);
      } catch (error) {
        const captcha = error instanceof CallFailure && error.code === 'captcha_required' ? readChallenge(error.data) : undefined;
        if (captcha === undefined) throw error;
        return api.send(spec, { ...input, ...(await solveCaptcha(captcha)) }, options);
      }
    },
  };
}
