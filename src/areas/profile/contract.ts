import { z } from 'zod';
import { contactKinds, subscriptionTopics } from '../../law/contacts.ts';
import { updatedSections, type UpdatedSection } from '../../law/enrolmentFields.ts';
import { contract } from '../../protocol/call.ts';
import { takenFile } from '../../protocol/file.ts';
import { gateErrors } from '../../protocol/gateErrors.ts';
import { form } from '../../protocol/form.ts';
import { factorFields, proofErrors, proofFields } from '../../protocol/proof.ts';

const moment = z.iso.datetime();
/** Document 3 §5: exactly four digits. */
const pin = z.string().regex(/^\d{4}$/);
const what = z.enum(contactKinds);
const email = z.string().trim().max(254).regex(z.regexes.email);
/** Document 2 §5: an optional plus, then 5 to 31 digits, blanks or hyphens. */
const phone = z
  .string()
  .trim()
  .regex(/^\+?[\d\s-]{5,31}$/);
const contact = z.object({
  /** Null where there is none. */
  value: z.string().nullable(),
  /** A PIN that was sent there came back. */
  is_verified: z.boolean(),
});

const profile = z.object({
  client_id: z.int(),
  title: z.string(),
  name: z.string(),
  surname: z.string(),
  country: z.string(),
  language: z.string(),
  registered_at: moment,
  status_id: z.int(),
  /** The documents’ name of it, such as APPROVED. */
  status: z.string(),
  client_category: z.int(),
  email: contact,
  mobile: contact,
  secondary_email: contact,
  /** While what identity hangs on has changed lately: until when money goes nowhere new. */
  cools_until: moment.nullable(),
});
export type Profile = z.output<typeof profile>;

const subscription = z.object({ topic: z.enum(subscriptionTopics), is_on: z.boolean() });
export type Subscriptions = readonly z.output<typeof subscription>[];
const contactSent = z.object({ channel: z.enum(['email', 'sms', 'voice']), resend_seconds: z.int() });
export type ContactSent = z.output<typeof contactSent>;

const subscriptionsInput = z.object({
  news: z.boolean(),
  promotions: z.boolean(),
  market_analysis: z.boolean(),
  education: z.boolean(),
});

/** Document 1 §9: so many bytes at most, as it is chosen and as it is sent. */
export const pictureBytes = 10_000_000;

/** Left out, it is about the one that counts now: nothing is changed, it is shown to be the client’s. */
const toValue = z.string().trim().max(254).optional();

export const profileContract = contract({
  area: 'profile',
  calls: {
    profile: {
      method: 'GET',
      path: 'api/profile',
      summary: 'Who the client is to the broker, and how they are reached.',
      who: 'client',
      gate: 'view_profile',
      runs: 'read',
      input: z.object({}),
      output: z.object({ profile }),
      errors: {},
      reads: ['client_info'],
    },
    subscriptions: {
      method: 'GET',
      path: 'api/subscriptions',
      summary: 'Which letters the client takes, beside those that the broker must send.',
      who: 'client',
      gate: 'view_profile',
      runs: 'read',
      input: z.object({}),
      output: z.object({ subscriptions: z.array(subscription) }),
      errors: {},
      reads: ['client_info'],
    },
    subscribe: {
      method: 'POST',
      path: 'api/subscriptions',
      summary: 'Chooses them anew, all at once.',
      who: 'client',
      gate: 'view_profile',
      runs: 'transaction',
      input: subscriptionsInput,
      output: z.object({}),
      errors: {},
      stale: ['client_info'],
    },
    sendContactPin: {
      method: 'POST',
      path: 'api/profile/contact/sendpin',
      summary:
        'Sends a PIN to an address or a number, to take it as the client’s; another one than now asks for the password. Whose it is by now is not told.',
      who: 'client',
      gate: 'change_profile',
      runs: 'saga',
      keepsAnswer: false,
      input: z.object({
        what,
        value: toValue,
        /** Of a number: called instead of written to. */
        method: z.enum(['message', 'voice']).default('message'),
        password: proofFields.password.optional(),
        ...factorFields,
      }),
      output: contactSent,
      errors: {
        ...proofErrors,
        field_required: 422,
        email_wrong: 422,
        phone_wrong: 422,
        contact_same: 422,
        code_just_sent: 429,
        too_many_codes: 429,
      },
    },
    saveContact: {
      method: 'POST',
      path: 'api/profile/contact',
      summary: 'Takes the address or the number by its PIN; the one before is told, and money goes nowhere new for a while.',
      who: 'client',
      gate: 'change_profile',
      runs: 'saga',
      keepsAnswer: false,
      input: z.object({ what, value: toValue, pin }),
      output: z.object({}),
      errors: { field_required: 422, email_wrong: 422, phone_wrong: 422, pin_wrong: 422, pin_expired: 422 },
      stale: ['client_info', 'notices'],
    },
    removeSecondary: {
      method: 'POST',
      path: 'api/profile/secondary-email/remove',
      summary: 'Takes the second address away.',
      who: 'client',
      gate: 'change_profile',
      runs: 'saga',
      keepsAnswer: false,
      input: z.object(proofFields),
      output: z.object({}),
      errors: proofErrors,
      stale: ['client_info', 'notices'],
    },
    picture: {
      method: 'GET',
      path: 'api/profile/picture',
      summary: 'The client’s own picture, of which client_info says whether there is one.',
      who: 'client',
      gate: 'view_profile',
      runs: 'read',
      input: z.object({}),
      output: z.object({}),
      errors: { unknown_file: 404 },
      answersFile: 'image/jpeg',
    },
    savePicture: {
      method: 'POST',
      path: 'api/profile/picture',
      summary: 'Takes a picture, cut out already, in the place of the one before.',
      who: 'client',
      gate: 'change_profile',
      runs: 'transaction',
      rate: { count: 20, seconds: 3600 },
      input: z.object({ file: takenFile }),
      output: z.object({}),
      errors: {},
      takesFile: { kinds: ['jpeg'], mostBytes: pictureBytes },
      stale: ['client_info'],
    },
    removePicture: {
      method: 'POST',
      path: 'api/profile/picture/remove',
      summary: 'Takes the picture away, and forgets it.',
      who: 'client',
      gate: 'change_profile',
      runs: 'transaction',
      input: z.object({}),
      output: z.object({}),
      errors: {},
      stale: ['client_info'],
    },
    updateAccount: {
      method: 'POST',
      path: 'api/update_account',
      summary:
        'Changes what the profile’s pages change, section by section, at one address; addresses and the number by the PIN that went there, taxes that were told before by the password.',
      who: 'client',
      gate: 'view_profile',
      runs: 'saga',
      keepsAnswer: false,
      input: z.object({
        section: z.enum([...(Object.keys(updatedSections) as UpdatedSection[]), ...contactKinds, 'subscriptions']),
        /** With `tax`, where something that was told before changes: `password`, and `code` of the second factor. */
        fields: z.record(z.string().max(60), z.union([z.string().max(300), z.boolean()])),
        /** In the place of the code. */
        passkey: factorFields.passkey,
      }),
      output: z.object({}),
      errors: {
        ...gateErrors,
        ...proofErrors,
        answers_wrong: 422,
        field_required: 422,
        email_wrong: 422,
        phone_wrong: 422,
        pin_wrong: 422,
        pin_expired: 422,
      },
      stale: ['client_info', 'notices'],
    },
  },
  forms: {
    email: form({
      sends: z.object({ value: email }),
      fields: {
        value: {
          kind: 'text',
          label: 'profile.email.new',
          wrong: 'profile.email.wrong',
          inputMode: 'email',
          autoComplete: 'username',
        },
      },
    }),
    secondary_email: form({
      sends: z.object({ value: email }),
      fields: {
        value: {
          kind: 'text',
          label: 'profile.secondary_email.new',
          wrong: 'profile.email.wrong',
          inputMode: 'email',
          autoComplete: 'email',
        },
      },
    }),
    mobile: form({
      sends: z.object({ value: phone }),
      fields: { value: { kind: 'phone', label: 'profile.mobile.new', wrong: 'profile.mobile.wrong' } },
    }),
    pin: form({
      sends: z.object({ pin }),
      fields: {
        pin: {
          kind: 'text',
          label: 'profile.pin',
          wrong: 'profile.pin.wrong',
          isSecret: true,
          maxLength: 4,
          inputMode: 'numeric',
          autoComplete: 'one-time-code',
        },
      },
    }),
    subscriptions: form({
      sends: subscriptionsInput,
      fields: {
        news: { kind: 'check', label: 'profile.subscriptions.news', isOptional: true },
        promotions: { kind: 'check', label: 'profile.subscriptions.promotions', isOptional: true },
        market_analysis: { kind: 'check', label: 'profile.subscriptions.market_analysis', isOptional: true },
        education: { kind: 'check', label: 'profile.subscriptions.education', isOptional: true },
      },
    }),
  },
  pages: {
    profile: { path: 'profile', title: 'nav.profile', gate: 'view_profile' },
    changeEmail: { path: 'profile/change-email', title: 'profile.email.change', gate: 'change_profile' },
    changeMobile: { path: 'profile/change-mobile', title: 'profile.mobile.change', gate: 'change_profile' },
    verifyEmail: { path: 'profile/verify-email', title: 'profile.email.verify', gate: 'change_profile' },
    verifyMobile: { path: 'profile/verify-mobile', title: 'profile.mobile.verify', gate: 'change_profile' },
    addEmail: { path: 'profile/add-email', title: 'profile.secondary_email.change', gate: 'change_profile' },
    subscriptions: { path: 'profile/subscriptions', title: 'profile.subscriptions', gate: 'view_profile' },
  },
});
