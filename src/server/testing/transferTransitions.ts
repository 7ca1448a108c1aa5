import { referenceOf, setBack } from './paymentsFixture.ts';
import {
  type Way,
  accepted,
  agreedBack,
  arrives,
  becomes,
  between,
  cancelled,
  decided,
  decidedAs,
  declined,
  declinedOut,
  endSilence,
  less,
  paidAfter,
  paidInto,
  refusedPage,
  saved,
  started,
  takenOut,
  unopened,
  withdrawn,
} from './transferWays.ts';

/** Ways by steps that no way to a state takes, each by the step that it is for. */
export const waysBy: Readonly<Record<string, Way>> = {
  'quoted completed': async (walker) => saved(walker, await between(walker, walker.wallet, await paidInto(walker, 'EUR'))),
  'starting waiting_payment': async (walker) => (await started(walker)).id,
  'starting received': paidAfter(unopened, 'dollars'),
  'starting completed': paidAfter(unopened, 'wallet'),
  'starting on_review': paidAfter(unopened, 'wallet', 9_000n),
  'starting declined': async (walker) => {
    const id = await unopened(walker);
    await walker.payments.told(await referenceOf(walker.app, id), { status: 'declined' });
    return id;
  },
  'starting cancelled': async (walker) => {
    const id = await unopened(walker);
    await setBack(walker.app, id, `updated_at = updated_at - interval '1 hour'`);
    await walker.app.opened.worker?.sweep('remittance.stuck');
    return becomes(walker, id, 'cancelled');
  },
  'waiting_payment completed': decided(arrives, 'completed', 'wallet'),
  'on_review received': accepted('dollars'),
  'on_review completed': accepted('wallet'),
  'on_review declined': async (walker) => decidedAs(walker, await decided(less, 'on_review')(walker), { action: 'send_back' }),
  'awaiting_approval reversing': agreedBack,
  'held completed': async (walker) => saved(walker, await between(walker, walker.dollars, walker.wallet)),
  'held sent': async (walker) => {
    const { books, client, dollars } = walker;
    const target = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '0' });
    return saved(walker, await between(walker, dollars, target));
  },
  'returning declined': async (walker) => {
    const id = await declinedOut(walker);
    await endSilence(walker);
    return becomes(walker, id, 'declined');
  },
  'returning cancelled': async (walker) => becomes(walker, await withdrawn(takenOut)(walker), 'cancelled'),
  'declined received': paidAfter(declined, 'dollars'),
  'declined completed': paidAfter(declined, 'wallet'),
  'declined on_review': paidAfter(declined, 'wallet', 9_000n),
  'cancelled received': paidAfter(cancelled, 'dollars'),
  'cancelled completed': paidAfter(cancelled, 'wallet'),
  'cancelled on_review': paidAfter(cancelled, 'wallet', 9_000n),
  'failed received': paidAfter(refusedPage, 'dollars'),
  'failed completed': paidAfter(refusedPage, 'wallet'),
  'failed on_review': paidAfter(refusedPage, 'wallet', 9_000n),
};
