import { emailOf, seedPassword } from '../../seed/personas.ts';

/** A seeded client's warm session, as the headers that its calls go with. */
export async function signIn(url: string, name: string): Promise<{ readonly cookie: string; readonly authorization: string }> {
  const response = await fetch(`${url}/api/client/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: emailOf(name), password: seedPassword }),
  });
  if (!response.ok) throw new Error(`${name} could not sign in: HTTP ${response.status}`);
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  const { data } = (await response.json()) as { data: { token: string } };
  return { cookie: cookies.join('; '), authorization: `Bearer ${data.token}` };
}
