import type { Redirect } from '../../protocol/payment.ts';

/** Leads the browser to a hosted payment page. Nothing of ours runs there, and the client comes back by the return address. */
export function goToPaymentPage(redirect: Redirect): void {
  if (redirect.method === 'GET') {
    const url = new URL(redirect.url);
    for (const [name, value] of Object.entries(redirect.fields)) url.searchParams.set(name, value);
    location.assign(url);
    return;
  }
  const form = document.createElement('form');
  form.method = 'post';
  form.action = redirect.url;
  for (const [name, value] of Object.entries(redirect.fields)) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
