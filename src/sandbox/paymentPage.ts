import { formatMoney } from '../base/money.ts';
import type { PayerPage } from './provider.ts';

export interface PageFacts {
  readonly payment: PayerPage;
  /** Whom the payer pays, as the page names it. */
  readonly merchant: string;
}

/** The policy of the page: its own style, no script, a form that may lead back to the merchant, who may show it in a frame. */
export function paymentPolicy(returnUrl: string | undefined): string {
  const back = returnUrl === undefined ? '' : ` ${new URL(returnUrl).origin}`;
  return `default-src 'none'; style-src 'self'; img-src data:; form-action 'self'${back}; base-uri 'none'; frame-ancestors 'self'${back}`;
}

/** The hosted payment page: what is to be paid, to whom, and the payer's decision as a plain form. */
export function paymentPage({ payment, merchant }: PageFacts): string {
  const verb = payment.intent === 'deposit' ? 'Pay' : 'Receive';
  const party = payment.intent === 'deposit' ? 'To' : 'From';
  return page(
    `${verb} ${formatMoney(payment.amount)} ${payment.amount.currency}`,
    `<p class="verb">${verb}</p>
      <h1><span class="amount">${formatMoney(payment.amount)}</span> <span class="currency">${payment.amount.currency}</span></h1>
      <dl>
        <div><dt>${party}</dt><dd>${escapeHtml(merchant)}</dd></div>
        <div><dt>Name</dt><dd>${escapeHtml(payment.payer)}</dd></div>
        <div><dt>Method</dt><dd>${escapeHtml(payment.method)}</dd></div>
        <div><dt>Order</dt><dd>${escapeHtml(payment.reference)}</dd></div>
      </dl>
      ${isOpen(payment) ? decisionForm(payment) : decidedNote(payment)}`,
  );
}

/** The page of an order that the provider does not know. */
export function unknownPaymentPage(): string {
  return page(
    'Payment not found',
    `<h1 class="plain">Payment not found</h1>
      <p>There is no payment at this address. Go back to the shop and start the payment again.</p>`,
  );
}

function isOpen(payment: PayerPage): boolean {
  return payment.status === 'open' || payment.status === 'pending';
}

function decisionForm(payment: PayerPage): string {
  const waiting = payment.status === 'pending' ? '<p class="note" role="status">This payment is pending.</p>' : '';
  return `${waiting}<form method="post" target="_top" action="/sandbox/payments/${encodeURIComponent(payment.reference)}">
        <button class="primary" name="outcome" value="approved">Approve payment</button>
        <button name="outcome" value="declined">Decline payment</button>
        <button name="outcome" value="pending">Leave pending</button>
      </form>`;
}

function decidedNote(payment: PayerPage): string {
  const words = payment.status === 'approved' ? 'This payment was approved.' : 'This payment was declined.';
  return `<p class="note" role="status">${words}</p>
      <p><a target="_top" href="${escapeHtml(payment.returnUrl)}">Back to the shop</a></p>`;
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/sandbox/assets/payment.css">
  </head>
  <body>
    <main>
      <header><span class="provider">Cashier</span> <span class="badge">Sandbox</span></header>
      ${content}
      <footer>This is a sandbox. No card is charged and no money moves outside it.</footer>
    </main>
  </body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

export const paymentStyle = `:root {
  color-scheme: light dark;
  --page: #f4f5f7; --card: #ffffff; --line: #dfe2e7; --text: #16191f; --muted: #565e6c;
  --accent: #1f5eff; --on-accent: #ffffff; --badge: #fff3d6; --on-badge: #6b4700;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1115; --card: #181b21; --line: #2d323b; --text: #eef0f4; --muted: #a4acba;
    --accent: #7ea2ff; --on-accent: #0a1330; --badge: #3d2f0b; --on-badge: #ffdf94;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px;
  background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main {
  inline-size: 100%; max-inline-size: 420px; padding: 32px;
  background: var(--card); border: 1px solid var(--line); border-radius: 12px;
}
header { display: flex; justify-content: space-between; align-items: center; margin-block-end: 32px; }
.provider { font-weight: 650; }
.badge { padding: 2px 10px; border-radius: 999px; background: var(--badge); color: var(--on-badge); font-size: 13px; }
.verb { margin: 0; color: var(--muted); }
h1 { margin: 0 0 24px; font-size: 36px; line-height: 1.2; font-weight: 650; }
h1.plain { font-size: 24px; margin-block-end: 8px; }
.amount { font-variant-numeric: tabular-nums; }
.currency { color: var(--muted); font-size: 20px; font-weight: 500; }
dl { margin: 0 0 24px; border-block-start: 1px solid var(--line); }
dl div { display: flex; justify-content: space-between; gap: 16px; padding-block: 10px; border-block-end: 1px solid var(--line); }
dt { color: var(--muted); }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; }
form { display: grid; gap: 8px; }
button {
  min-block-size: 48px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--card); color: var(--text); font: inherit; font-weight: 550; cursor: pointer;
}
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button:hover { border-color: var(--text); }
button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
.note { margin: 0 0 16px; padding: 10px 14px; border: 1px solid var(--line); border-radius: 10px; }
footer { margin-block-start: 24px; color: var(--muted); font-size: 13px; }
`;
