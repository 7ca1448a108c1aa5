import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { form } from '../../protocol/form.ts';
import { pinSent } from '../../protocol/payout.ts';
import { factorErrors, factorFields } from '../../protocol/proof.ts';
import { approval, reason, rowId } from '../../protocol/staff.ts';

/* Gold of the client's own, brought home in bars. Weights are grams, amounts US dollars, both decimal strings. */

const amount = z.string();
const grams = z.string();
const moment = z.iso.datetime();

/**
 * How far a delivery is. `requested`: the gold is set aside, what it costs is not paid; `paid`: waits for its bars; `allocated`: has them;
 * `shipped`: they are on their way.
 */
export const phases = ['requested', 'paid', 'allocated', 'shipped', 'delivered', 'returned', 'cancelled'] as const;
export type Phase = (typeof phases)[number];

const terms = z.object({
  size: grams,
  count: z.int(),
  weight: grams,
  /** Making and way. */
  fee: amount,
  insurance: amount,
  total: amount,
  currency: z.string(),
});

const address = {
  recipient: z.string().trim().min(1).max(200),
  street: z.string().trim().min(1).max(200),
  town: z.string().trim().min(1).max(100),
  postcode: z.string().trim().max(20),
  phone: z.string().trim().min(5).max(40),
};

const delivery = terms.extend({
  id: z.int(),
  phase: z.enum(phases),
  recipient: z.string(),
  street: z.string(),
  town: z.string(),
  postcode: z.string(),
  country: z.string(),
  phone: z.string(),
  /** Once it has its bars. */
  serials: z.array(z.string()),
  /** Once it is on its way. */
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  requested_at: moment.nullable(),
  paid_at: moment.nullable(),
  allocated_at: moment.nullable(),
  shipped_at: moment.nullable(),
  ended_at: moment.nullable(),
  /** By when it has to be paid; null where it is. */
  pay_by: moment.nullable(),
  may_cancel: z.boolean(),
});
export type Delivery = z.infer<typeof delivery>;

const requestInput = z.object({
  /** Of one bar, in grams, as the sizes name it. */
  size: z.string().max(20),
  count: z.string().regex(/^\d{1,3}$/),
  ...address,
});

export const deskActions = ['allocate', 'release', 'delivered', 'returned', 'cancel'] as const;
export type DeskAction = (typeof deskActions)[number];

const one = z.object({ delivery_id: z.int() });
const stale = ['gold', 'wallets', 'dashboard'] as const;
const asked = z.object({
  delivery_id: z.int(),
  terms,
  /** Null where the client's region asks for none, and where the second factor is asked for. */
  pin: pinSent.nullable(),
  /** It goes where none has arrived: the confirmation takes the second factor instead of a PIN. */
  factor_required: z.boolean(),
  /** Before then it does not leave, since its address is new; null where it may. */
  leaves_from: moment.nullable(),
  /** What was told holds so long. */
  seconds: z.int(),
});
export type AskedDelivery = z.infer<typeof asked>;

export const goldDeliveryContract = contract({
  area: 'goldDelivery',
  calls: {
    info: {
      method: 'GET',
      path: 'api/gold/delivery-info',
      summary:
        'What the form of a delivery needs (bars, costs, address), and the client’s own deliveries, the newest first, at most fifty.',
      who: 'client',
      gate: 'gold',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        /** What can be delivered of the client's gold. */
        held: grams,
        currency: z.string(),
        /** What is in the wallet that it is paid from; null without one. */
        wallet: amount.nullable(),
        sizes: z.array(
          z.object({
            grams,
            /** Of one bar. */
            making: amount,
            /** How many lie ready; what does not is bought. */
            ready: z.int(),
          }),
        ),
        most_bars: z.int(),
        shipping: amount,
        insurance_percent: z.string(),
        pay_days: z.int(),
        promised_hours: z.int(),
        /** As far as it is known; it goes to the client's own country and nowhere else. */
        address: z.object({ recipient: z.string(), street: z.string(), phone: z.string(), country: z.string() }),
        deliveries: z.array(delivery),
      }),
      errors: {},
      reads: ['gold', 'wallets'],
    },
    request: {
      method: 'POST',
      path: 'api/gold/delivery',
      summary:
        'Tells what a delivery would cost, insured at the price of now, and sends the PIN that confirms it. Nothing moves yet.',
      who: 'client',
      gate: 'sell_gold',
      runs: 'saga',
      input: requestInput,
      output: asked,
      errors: {
        gold_bar_not_offered: 422,
        gold_bars_out_of_range: 422,
        gold_short: 422,
        platform_unavailable: 503,
        too_many_codes: 429,
        debt_open: 422,
      },
      rate: { count: 30, seconds: 3600 },
    },
    pin: {
      method: 'POST',
      path: 'api/gold/delivery/pin',
      summary: 'Sends the PIN of a delivery that was asked for again.',
      who: 'client',
      gate: 'sell_gold',
      runs: 'saga',
      input: one.extend({
        /** `voice`: where it goes by SMS, and that does not come, it is said on the phone. */
        method: z.enum(['message', 'voice']).default('message'),
      }),
      output: z.object({ pin: pinSent.nullable() }),
      errors: { unknown_delivery: 404, too_many_codes: 429 },
    },
    confirm: {
      method: 'POST',
      path: 'api/gold/delivery/confirm',
      summary: 'Sets the gold aside, once, and takes what the delivery costs out of the wallet where that covers it.',
      who: 'client',
      gate: 'sell_gold',
      runs: 'saga',
      input: one.extend({ payment_code: z.string().max(12).optional(), ...factorFields }),
      output: z.object({ delivery }),
      errors: {
        unknown_delivery: 404,
        delivery_expired: 422,
        field_required: 422,
        WRONG_CODE: 422,
        expired: 422,
        ...factorErrors,
        gold_short: 422,
        debt_open: 422,
      },
      stale,
      tellsStale: true,
    },
    pay: {
      method: 'POST',
      path: 'api/gold/delivery/pay',
      summary: 'Pays for a delivery out of the wallet in US dollars.',
      who: 'client',
      gate: 'sell_gold',
      runs: 'transaction',
      input: one,
      output: z.object({ delivery }),
      errors: { unknown_delivery: 404, delivery_not_payable: 409, gold_dollars_short: 422, debt_open: 422 },
      stale,
      tellsStale: true,
    },
    cancel: {
      method: 'POST',
      path: 'api/gold/delivery/cancel',
      summary: 'Cancels a delivery that has no bars yet: gold and money are the client’s to use again.',
      who: 'client',
      gate: 'sell_gold',
      runs: 'transaction',
      input: one,
      output: z.object({ delivery }),
      errors: { unknown_delivery: 404, delivery_not_cancellable: 409 },
      stale,
      tellsStale: true,
    },
    read: {
      method: 'GET',
      path: '/api/desk/gold-deliveries/{id}',
      summary: 'A delivery: where it goes, and which bars it has or can be given.',
      who: 'staff',
      right: 'transfers',
      audits: 'gold_delivery.read',
      runs: 'read',
      input: z.object({ id: rowId }),
      output: z.object({
        delivery,
        client_id: z.int(),
        vault: z.string(),
        /** That lie ready for it. */
        bars: z.array(z.object({ id: z.int(), refiner: z.string(), serial: z.string() })),
        actions: z.array(z.enum(deskActions)),
        /** Its bars stay until then, since its address is new; null where they may leave. */
        leaves_from: moment.nullable(),
      }),
      errors: { unknown_delivery: 404 },
      reads: ['cases', 'approvals'],
    },
    decide: {
      method: 'POST',
      path: '/api/desk/gold-deliveries/{id}',
      summary:
        'Works on a delivery: gives it its bars, asks a second person to release it to its carrier, notes that it arrived or came back, or cancels it.',
      who: 'staff',
      right: 'transfers',
      audits: 'gold_delivery.decide',
      runs: 'transaction',
      input: z.object({
        id: rowId,
        action: z.enum(deskActions),
        /** To allocate: as many as it is of. */
        bars: z.array(z.int()).max(100).optional(),
        /** To release. */
        carrier: z.string().trim().min(1).max(60).optional(),
        tracking: z.string().trim().min(1).max(80).optional(),
        reason,
      }),
      output: z.object({ delivery, approval: approval.nullable() }),
      errors: {
        unknown_delivery: 404,
        action_not_offered: 409,
        case_claimed: 409,
        field_required: 422,
        bars_not_free: 409,
        client_frozen: 409,
        client_screened: 409,
        client_charged_back: 409,
        client_owes: 409,
        delivery_cooling: 409,
      },
      stale: ['cases', 'approvals', 'audit'],
    },
  },
  forms: {
    request: form({
      sends: requestInput,
      fields: {
        size: { kind: 'select', label: 'goldDelivery.size' },
        count: { kind: 'text', label: 'goldDelivery.count', inputMode: 'numeric' },
        recipient: { kind: 'text', label: 'goldDelivery.recipient', autoComplete: 'name' },
        street: { kind: 'text', label: 'goldDelivery.street', autoComplete: 'street-address' },
        town: { kind: 'text', label: 'goldDelivery.town', autoComplete: 'address-level2' },
        postcode: { kind: 'text', label: 'goldDelivery.postcode', autoComplete: 'postal-code', isOptional: true },
        phone: { kind: 'text', label: 'goldDelivery.phone', inputMode: 'tel', autoComplete: 'tel' },
      },
    }),
  },
  pages: {
    delivery: { path: 'gold/delivery', title: 'page.goldDelivery', gate: 'gold' },
  },
});
