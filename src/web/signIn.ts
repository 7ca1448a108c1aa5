import type { Api } from '../ui/api/send.ts';
import { keepToken, keepWho, tellTabs } from '../ui/api/token.ts';

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
  const { token } = (await api.send(login, input)) as SignedIn;
  keepToken(token);
  keepWho(input.id);
  tellTabs('renewed');
}
