import { z } from 'zod';
import { campaignKeys, longestCampaignText } from '../../law/campaign.ts';
import { companyIds, sites, termsDocuments } from '../../law/regions/profile.ts';
import { contract } from '../../protocol/call.ts';
import { captchaFields } from '../../protocol/captcha.ts';
import { form } from '../../protocol/form.ts';

/** ISO 3166 alpha-2. */
const country = z.string().regex(/^[A-Z]{2}$/);
const pin = z.string().regex(/^\d{4}$/);
const moment = z.iso.datetime();

const campaign = z.partialRecord(z.enum(campaignKeys), z.string().max(longestCampaignText));

const signUpInput = z.object({
  country,
  email: z.string().trim().max(254).regex(z.regexes.email),
  /** Document 2 §5: an optional plus, then 5 to 31 digits, blanks or hyphens. Sent with its country's code. */
  phone: z
    .string()
    .trim()
    .regex(/^\+?[\d\s-]{5,31}$/),
  /** Document 2 §5: at least 8 of letters, digits and !@#$%^&*, with a digit, an upper-case and a lower-case letter. */
  password: z
    .string()
    .max(100)
    .regex(/^[A-Za-z\d!@#$%^&*]{8,}$/)
    .regex(/\d/)
    .regex(/[A-Z]/)
    .regex(/[a-z]/),
  tc_accept: z.boolean(),
  /** The version of the terms that was shown. */
  terms_version: z.int().positive(),
  /** Document 2 §5: 4 to 10 digits. */
  agent_id: z
    .string()
    .regex(/^\d{4,10}$/)
    .optional(),
  campaign: campaign.optional(),
  ...captchaFields,
});

const confirmInput = z.object({
  /** The code of the letter; or the link’s, which is `link`. */
  pin: pin.optional(),
  link: z.string().max(100).optional(),
  /** With the link in another browser than the one that began: what was typed there. */
  password: z.string().max(100).optional(),
});

const codeInput = z.object({ pin });

/** A letter is on its way to that address, whatever the address is to us. */
const sent = z.object({ email: z.string(), resend_seconds: z.int() });

const terms = z.object({
  version: z.int(),
  /** `url` is null where the broker has not said where the document can be read. */
  documents: z.array(z.object({ key: z.enum(termsDocuments), url: z.string().nullable() })),
});

export const registrationContract = contract({
  area: 'registration',
  calls: {
    offer: {
      method: 'GET',
      path: 'api/register',
      summary:
        'What somebody from a country is offered: the company, its terms, the site; and a sign-up that this browser has begun.',
      who: 'anyone',
      runs: 'read',
      input: z.object({ country: country.optional() }),
      output: z.object({
        /** The version of the site; null where the broker has named none. */
        site: z.enum(sites).nullable(),
        /** Null where nobody may sign up from that country, or none was named. */
        company_id: z.literal(companyIds).nullable(),
        terms: terms.nullable(),
        /** What has to stand on the page once the company is known. */
        foot: z
          .object({ legal_line: z.string(), losing: z.object({ share: z.string(), is_own: z.boolean() }).nullable() })
          .nullable(),
        pending: sent.nullable(),
      }),
      errors: {},
      rate: { count: 120, seconds: 60 },
    },
    begin: {
      method: 'POST',
      path: 'api/register',
      summary:
        'Begins a sign-up: a letter with a code and a link goes to the address. A known address is answered alike; its letter says that it is known.',
      who: 'anyone',
      runs: 'saga',
      keepsAnswer: false,
      input: signUpInput,
      output: sent,
      errors: {
        country_not_served: 422,
        country_not_served_here: 422,
        phone_wrong: 422,
        password_breached: 422,
        terms_not_accepted: 422,
        terms_changed: 409,
        code_just_sent: 429,
        too_many_attempts: 429,
        captcha_required: 429,
        wrong_captcha_code: 422,
      },
    },
    resend: {
      method: 'POST',
      path: 'api/register/resend',
      summary: 'Sends another letter of the sign-up that this browser has begun; the code before it ends.',
      who: 'anyone',
      runs: 'saga',
      keepsAnswer: false,
      input: z.object({}),
      output: sent,
      errors: { sign_up_gone: 409, code_just_sent: 429, too_many_attempts: 429 },
    },
    confirm: {
      method: 'POST',
      path: 'api/register/confirm',
      summary:
        'Confirms the address by the letter’s code or link: the client is there and signed in. In another browser the link asks for the password.',
      who: 'anyone',
      runs: 'saga',
      keepsAnswer: false,
      input: confirmInput,
      output: z.object({ token: z.string(), sid: z.string(), client_id: z.int() }),
      errors: {
        sign_up_gone: 409,
        pin_wrong: 422,
        pin_expired: 422,
        sign_up_password_needed: 422,
        sign_up_password_wrong: 422,
        too_many_attempts: 429,
      },
    },
    origin: {
      method: 'GET',
      path: '/api/desk/registrations/{client_id}',
      summary: 'How a client came: when, from where, through whom, and which terms were agreed to.',
      who: 'staff',
      right: 'read_clients',
      audits: 'client.read_origin',
      runs: 'read',
      input: z.object({ client_id: z.string().regex(/^\d{1,9}$/) }),
      output: z.object({
        /** Null of clients who did not sign up here. */
        origin: z
          .object({
            at: moment,
            confirmed_by: z.enum(['code', 'link']),
            address: z.string(),
            agent: z.string(),
            language: z.string(),
            agent_id: z.string().nullable(),
            campaign,
          })
          .nullable(),
        agreements: z.array(z.object({ company: z.int(), version: z.int(), agreed_at: moment, address: z.string() })),
      }),
      errors: { client_not_found: 404 },
    },
  },
  forms: {
    signUp: form({
      sends: signUpInput,
      supplied: ['terms_version'],
      fields: {
        country: { kind: 'country', label: 'registration.country', help: 'registration.country.help', autoComplete: 'country' },
        email: {
          kind: 'text',
          label: 'registration.email',
          wrong: 'registration.email.wrong',
          inputMode: 'email',
          autoComplete: 'email',
        },
        phone: { kind: 'phone', label: 'registration.phone', wrong: 'registration.phone.wrong' },
        password: {
          kind: 'newPassword',
          label: 'registration.password',
          help: 'registration.password.rule',
          wrong: 'registration.password.wrong',
          isSecret: true,
          autoComplete: 'new-password',
        },
        tc_accept: { kind: 'check', label: 'registration.terms.agree', missing: 'registration.terms.missing' },
      },
      pages: [
        { title: 'registration.page.you', fields: ['country', 'email', 'phone'] },
        { title: 'registration.page.access', fields: ['password', 'tc_accept'] },
      ],
    }),
    code: form({
      sends: codeInput,
      fields: {
        pin: {
          kind: 'text',
          label: 'registration.code',
          wrong: 'registration.code.wrong',
          isSecret: true,
          maxLength: 4,
          inputMode: 'numeric',
          autoComplete: 'one-time-code',
        },
      },
    }),
    otherBrowser: form({
      sends: z.object({ password: z.string().min(1).max(100) }),
      fields: {
        password: { kind: 'password', label: 'registration.password', isSecret: true, autoComplete: 'current-password' },
      },
    }),
  },
});

export type Offer = z.output<typeof registrationContract.calls.offer.output>;
export type Sent = z.output<typeof sent>;
